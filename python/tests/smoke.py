"""Try the installed package, with nothing but the standard library beside it."""

import time

started = time.perf_counter()
import randlog  # noqa: E402

imported = time.perf_counter() - started

spec = randlog.Spec(predicates=["p/1", "q/2"], variables=2, constants=["a"], max_nodes=3, max_clauses=3, safe=True)
assert spec.count() == 58123675
samples = spec.sample(seed=7)
assert [str(p) for p in samples[:50]] == [str(samples[n]) for n in range(50)]
assert all(program in spec for program in samples[:50])
asked = randlog.instances(spec, seed=3, facts=6, domain=3, query="derived")[:20]
assert randlog.infer_many(asked, exact=True) == randlog.infer_many(asked, exact=True, engine="worlds")
assert not any(record["disputed"] for record in randlog.compare(asked, ["exact", "worlds"]))
assert len(randlog.Dataset(spec, 1, facts=4, domain=3)[:3]) == 3
assert asked[0]._repr_svg_().startswith("<svg") and "<pre" in asked[0]._repr_html_()
print(f"randlog {randlog.__version__}, imported in {1000 * imported:.0f} ms: fine")
