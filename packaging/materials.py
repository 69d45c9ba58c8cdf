"""What a release is made of, from the lock files: `materials.py bill FILE` writes a software bill of materials (CycloneDX 1.5), and
`materials.py licences FILE` the licences of all that others wrote.

Crates that are linked into the binary, the Python package or the page count, and packages that the page is built from; what only
compiles or tests them does not.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCE_FILE = re.compile(r"(?i)^(un)?(licen[cs]e|copying|copyright|notice|ofl)")


def crates():
    """The packages of the workspace, and those of others that they link."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    uses = {
        node["id"]: [d["pkg"] for d in node["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"])]
        for node in metadata["resolve"]["nodes"]
    }
    is_macro = {
        key: any("proc-macro" in kind for target in package["targets"] for kind in target["kind"])
        for key, package in packages.items()
    }
    reached, waiting = {}, list(metadata["workspace_members"])
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached[key] = [to for to in uses[key] if not is_macro[to]]
            waiting.extend(reached[key])
    checksums = {}
    for entry in (ROOT / "Cargo.lock").read_text().split("[[package]]"):
        fields = dict(re.findall(r'^(name|version|checksum) = "(.*)"$', entry, re.M))
        if "checksum" in fields:
            checksums[fields["name"], fields["version"]] = fields["checksum"]
    for key, depends in reached.items():
        package = packages[key]
        name, version = package["name"], package["version"]
        digest = checksums.get((name, version))
        yield {
            "ref": f"pkg:cargo/{name}@{version}",
            "name": name,
            "version": version,
            "licence": (package["license"] or "").replace("/", " OR "),
            "hash": ("SHA-256", digest) if digest else None,
            "folder": Path(package["manifest_path"]).parent,
            "is_ours": package["source"] is None,
            "depends": sorted(f"pkg:cargo/{packages[to]['name']}@{packages[to]['version']}" for to in depends),
        }


def npm():
    """The packages that become part of the page."""
    lock = json.loads((ROOT / "page/package-lock.json").read_text())["packages"]
    for place, package in lock.items():
        if place == "" or package.get("dev"):
            continue
        name = place.rpartition("node_modules/")[2]
        algorithm, _, digest = package["integrity"].partition("-")
        yield {
            "ref": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
            "name": name,
            "version": package["version"],
            "licence": package.get("license", ""),
            "hash": (algorithm.upper().replace("SHA", "SHA-"), base64.b64decode(digest).hex()),
            "folder": ROOT / "page" / place,
            "is_ours": False,
            "depends": [],
        }


def component(material):
    found = {
        "type": "library",
        "bom-ref": material["ref"],
        "name": material["name"],
        "version": material["version"],
        "purl": material["ref"],
    }
    if material["licence"]:
        found["licenses"] = [{"expression": material["licence"]}]
    if material["hash"]:
        algorithm, digest = material["hash"]
        found["hashes"] = [{"alg": algorithm, "content": digest}]
    return found


def bill(materials):
    version = next(material["version"] for material in materials if material["name"] == "randlog")
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), timezone.utc)
    components = [component(material) for material in materials]
    digest = hashlib.sha256(json.dumps(components, sort_keys=True).encode()).digest()
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": f"randlog@{version}", "name": "randlog", "version": version},
        },
        "components": components,
        "dependencies": [{"ref": material["ref"], "dependsOn": material["depends"]} for material in materials],
    }
    return json.dumps(document, indent=1) + "\n"


def licences(materials):
    """Each text once, below the packages that it is about."""
    texts, silent = {}, []
    for material in materials:
        if material["is_ours"]:
            continue
        label = f"{material['name']} {material['version']} ({material['licence'] or 'no licence named'})"
        files = [file for file in sorted(material["folder"].glob("*")) if LICENCE_FILE.match(file.name) and file.is_file()]
        if not files:
            silent.append(label)
        for file in files:
            text = "\n".join(line.rstrip() for line in file.read_text(errors="replace").splitlines()).strip()
            texts.setdefault(text, []).append(label)
    blocks = ["randlog contains software of others, under the licences below."]
    if silent:
        blocks.append("These packages name a licence, and have no copy of it:\n" + "\n".join(f"  {label}" for label in silent))
    for text, labels in texts.items():
        blocks.append("\n".join(f"  {label}" for label in sorted(set(labels))) + "\n\n" + text)
    return ("\n\n" + "-" * 80 + "\n\n").join(blocks) + "\n"


def main():
    kinds = {"bill": bill, "licences": licences}
    if len(sys.argv) != 3 or sys.argv[1] not in kinds:
        sys.exit(f"usage: {sys.argv[0]} bill|licences FILE")
    materials = sorted([*crates(), *npm()], key=lambda material: material["ref"])
    Path(sys.argv[2]).write_text(kinds[sys.argv[1]](materials))


if __name__ == "__main__":
    main()
