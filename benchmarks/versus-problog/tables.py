"""Tables in Markdown, printed row by row."""


def table(columns):
    row(columns)
    row(["---"] * len(columns))


def row(cells):
    print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


def seconds(time):
    return f"{time:.3f}" if time < 1 else f"{time:.1f}"


def megabytes(memory):
    return f"{memory / 1e6:.0f}"


def faster(ratio):
    return f"{ratio:.0f} ×" if ratio >= 10 else f"{ratio:.1f} ×"
