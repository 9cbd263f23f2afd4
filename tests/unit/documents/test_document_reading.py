"""Documents: sentences with their places, tables, comments, front matter, in each format."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from egvar.documents.model import Document
from egvar.documents.read import read_document, sentences
from egvar.errors import DocumentError

MARKDOWN = """---
title: A report
egvar: {tables: [sales.csv, more/staff.csv]}
---
# Head *one*

Text with **bold** &amp; a \\* star is 5. And [a link](http://x.y/is) more.
The **mean** is
2,085.67 m. Then ~~this is gone~~ that.

> said one
> two is 3

- item one
  goes on. Second.
- item `two`

```
No sentence here.
```

Table 3: people by city

| city | people |
|---|---:|
| A\\|B | `1,200` |
"""


def found(document: Document) -> list[tuple[int, int, str]]:
    return [(*document.place(s.at[0]), s.text) for s in sentences(document)]


def test_markdown_sentences_have_their_places() -> None:
    document = read_document("r.md", MARKDOWN.encode())
    assert found(document) == [
        (7, 1, "Text with bold & a * star is 5."),
        (7, 42, "And a link more."),
        (8, 1, "The mean is 2,085.67 m."),
        (9, 13, "Then that."),
        (11, 3, "said one two is 3"),
        (14, 3, "item one goes on."),
        (15, 12, "Second."),
        (16, 3, "item two"),
    ]
    assert document.tables_named == ("sales.csv", "more/staff.csv")
    assert [s.headings for s in sentences(document)] == [("Head one",)] * 8


def test_every_character_of_a_sentence_has_its_place() -> None:
    document = read_document("r.md", MARKDOWN.encode())
    for s in sentences(document):
        assert len(s.at) == len(s.text)
        for character, at in zip(s.text, s.at, strict=True):
            assert document.raw[at] == character or character == " " or document.raw[at] in "&\\", (s.text, at)


def test_markdown_tables_with_captions() -> None:
    document = read_document("r.md", MARKDOWN.encode())
    (table,) = document.tables
    assert (table.header, table.rows) == (("city", "people"), (("A|B", "1,200"),))
    assert (table.caption, table.headings, table.refused) == ("Table 3: people by city", ("Head one",), "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "row 2 has 3 cells, the header has 2"),
        ("| a | b |\n|---|---|\n| 1 |\n", "row 2 has 1 cells, the header has 2"),
        ("| a | b |\n|---|---|\n", "it has no rows"),
        ("<table><tr><th>a</th></tr><tr><td rowspan=2>1</td></tr></table>", "it has merged cells"),
        ("<table><tr><th>a<tr><td>1<table><tr><th>x<tr><td>2</table></table>", "there is a table inside it"),
        ("<table><thead><tr><th>a<tr><th>b</thead><tr><td>1</table>", "it has several header rows"),
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr>", "it is never closed"),
    ],
)
def test_tables_that_cannot_be_told_are_refused(text: str, why: str) -> None:
    assert read_document("r.md", text.encode()).tables[0].refused == why


PAGE = """<!doctype html><html><head><title>No sentence.</title><meta name="egvar:tables" content="a.csv, b.csv">
<style>p { color: red }</style><script>var x = "No sentence.";</script></head>
<body><h1>Sales &amp; more</h1>
<p>The total is <b>1,0</b>00. R&D cost 3&nbsp;&euro;.
<p>Old: <del>5</del> 6.
<table><caption>People</caption><tr><th>city<th>people<tr><td>A &lt; B<td>1,200</table>
<table><tr><td>For layout only.</td></tr></table>
<figure><figcaption>A picture.</figcaption></figure><div>Last one</div></body></html>"""


def test_html_sentences_have_their_places() -> None:
    document = read_document("r.html", PAGE.encode())
    assert found(document) == [
        (4, 4, "The total is 1,000."),
        (4, 31, "R&D cost 3 €."),
        (5, 4, "Old: 6."),
        (7, 16, "For layout only."),
        (8, 58, "Last one"),
    ]
    assert document.tables_named == ("a.csv", "b.csv")
    (table,) = document.tables
    assert (table.header, table.rows, table.caption) == (("city", "people"), (("A < B", "1,200"),), "People")
    assert table.headings == ("Sales & more",)


def test_plain_text() -> None:
    text = "Results\n=======\n\nThe total\nis 5. More.\n\n- one is 1\n- two is 2\n<!-- egvar: ignore -->\nNot this.\n"
    document = read_document("r.txt", text.encode())
    assert found(document) == [
        (4, 1, "The total is 5."),
        (5, 7, "More."),
        (7, 3, "one is 1"),
        (8, 3, "two is 2"),
    ]


def word_file(change: Any = None) -> bytes:
    import docx

    made = docx.Document()
    made.add_heading("Sales", 1)
    p = made.add_paragraph("The total is ")
    p.add_run("1,000").bold = True
    p.add_run(". The ")
    p.add_run("old ").font.strike = True
    p.add_run("rest is 5.")
    made.add_paragraph("Table 2: people", style="Caption")
    table = made.add_table(2, 2)
    for i, text in enumerate(["city", "people", "A", "1,200"]):
        table.cell(i // 2, i % 2).text = text
    made.add_paragraph("Point one", style="List Bullet")
    if change:
        change(made)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_word_documents() -> None:
    document = read_document("r.docx", word_file())
    assert found(document) == [(2, 1, "The total is 1,000."), (2, 21, "The rest is 5."), (8, 1, "Point one")]
    (table,) = document.tables
    assert (table.header, table.rows, table.caption) == (("city", "people"), (("A", "1,200"),), "Table 2: people")
    assert not document.editable


def test_tracked_changes_of_word_documents_count_as_shown() -> None:
    from docx.oxml import parse_xml

    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

    def change(made: Any) -> None:
        for tag, text, kind in (("del", " not", "delText"), ("ins", " now", "t")):
            run = f'<w:r><w:{kind} xml:space="preserve">{text}</w:{kind}></w:r>'
            xml = f'<w:{tag} {space} w:id="1" w:author="x">{run}</w:{tag}>'
            made.paragraphs[1]._p.append(parse_xml(xml))

    assert found(read_document("r.docx", word_file(change)))[1][2] == "The rest is 5. now"


def test_merged_cells_of_word_documents_are_refused() -> None:
    def change(made: Any) -> None:
        made.tables[0].cell(1, 0).merge(made.tables[0].cell(1, 1))

    assert read_document("r.docx", word_file(change)).tables[0].refused == "it has merged cells"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<!-- egvar: ignore -->\n\nOne is 1. Two is 2.\n\nThree is 3.", ["Three is 3."]),
        ("One is 1. <!-- egvar: ignore --> Two is 2. Three is 3.", ["One is 1.", "Three is 3."]),
        ("One is 1. Two is 2. <!-- egvar: ignore -->", ["One is 1."]),
        (
            "A is 1.\n\n<!-- egvar: ignore-start -->\n\nB.\n\n# C\n\nD.\n\n<!-- egvar: ignore-end -->\n\nE is 5.",
            ["A is 1.", "E is 5."],
        ),
        (
            "One. <!-- egvar: ignore-start --> Two. Three. <!-- egvar: ignore-end --> Four.\n\nFive.",
            ["One.", "Four.", "Five."],
        ),
        ("A is 1. <!-- another comment --> B is 2.", ["A is 1.", "B is 2."]),
    ],
)
@pytest.mark.parametrize("name", ["r.md", "r.html"])
def test_comments_leave_out(text: str, kept: list[str], name: str) -> None:
    if name == "r.html":
        text = "".join(p if p.startswith("<") else f"<p>{p}</p>" for p in text.replace("# ", "").split("\n\n"))
    assert [s.text for s in sentences(read_document(name, text.encode()))] == kept


def test_comments_name_tables_and_goals() -> None:
    text = 'A is 1. <!-- egvar: table="my sales.csv" goal=g.json --> B is 2.\n\nC is 3.'
    a, b, c = sentences(read_document("r.md", text.encode()))
    assert (a.directive, c.directive) == (None, None)
    assert b.directive is not None and (b.directive.table, b.directive.goal) == ("my sales.csv", "g.json")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("r.md", b"<!-- egvar: tabel=x.csv -->\n\nA.", "tabel"),
        ("r.md", b"<!-- egvar: -->\n\nA.", "says nothing"),
        ("r.md", b"<!-- egvar: table='x -->\n\nA.", "malformed"),
        ("r.md", b"<!-- egvar: goal=g.json -->\n\nA is 1. B is 2.", "one sentence"),
        ("r.md", b"<!-- egvar: goal=g.json -->\n\n# A", "no sentence follows"),
        ("r.md", b"---\negvar: {table: x.csv}\n---\nA.", "front matter"),
        ("r.md", b"---\negvar: [\n---\nA.", "not YAML"),
        ("r.md", b"A \xff", "not UTF-8"),
        ("r.pdf", b"%PDF", "known format"),
        ("r.docx", b"PK not", "not a .docx"),
    ],
)
def test_malformed_documents_are_one_clear_error(name: str, data: bytes, words: str) -> None:
    with pytest.raises(DocumentError) as e:
        list(sentences(read_document(name, data)))
    assert words in e.value.render()


def test_a_word_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egvar.documents.docx.MAX_UNPACKED", 1000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b"0" * 2000)
    with pytest.raises(DocumentError, match="unpacked"):
        read_document("r.docx", out.getvalue())
