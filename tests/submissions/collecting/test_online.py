"""What was typed into a text box of a learning platform → the sheet in it."""

import pytest

from grader.submissions.text_box import text_of_page

PAGES = {
    "paragraphs": ("<p>set: s</p><p>answers:</p>", "set: s\nanswers:"),
    "breaks and fixed blanks": (
        "<p>answers:<br>&nbsp;&nbsp;p:<br/>&nbsp; &nbsp;&nbsp;q: 1</p>",
        "answers:\n  p:\n    q: 1",
    ),
    "as typed": ("<pre>answers:\n  p: {q: 1}</pre>", "answers:\n  p: {q: 1}"),
    "signs": ("<p>answers: {p: {q: &lt;= 2 &amp; &ge; 1}}</p>", "answers: {p: {q: <= 2 & ≥ 1}}"),
    "a title above": (
        "<head><title>set: no</title></head><h1>HW: Ada</h1><div>student: ada</div>",
        "student: ada",
    ),
    "scripts": ("<script>answers: x</script><style>set: y</style><p>answers:</p>", "answers:"),
    "no sheet": ("<p>Dear professor</p>", "Dear professor"),
    "not closed": ("</pre></head><p>answers: <b>x", "answers: x"),
}


@pytest.mark.parametrize(("page", "text"), PAGES.values(), ids=PAGES)
def test_a_page_is_read_as_its_reader_sees_it(page: str, text: str) -> None:
    assert text_of_page(page) == text


HOSTILE = {
    "a number of many digits": (
        "<p>answers: &#" + "1" * 5_000 + ";</p>",
        "answers: \N{REPLACEMENT CHARACTER}",
    ),
    "half a character": ("<p>answers: &#xd800;</p>", "answers: \N{REPLACEMENT CHARACTER}"),
    "a tag that is not closed": ("<p>answers: 1</p><a href='x", "answers: 1"),
    "a comment that is not closed": ("<p>answers: 1</p><!-- <p>2</p>", "answers: 1"),
    "a bracket in an attribute": ('<p title="a > b">answers: 1</p>', "answers: 1"),
    "a program": ("<script>if (a<b) x('</p>')</script ><p>answers: 1</p>", "answers: 1"),
    "less than": ("<p>answers: a <b and c < 3</p>", "answers: a "),
}


@pytest.mark.parametrize(("page", "text"), HOSTILE.values(), ids=HOSTILE)
def test_an_odd_page_is_read_as_a_browser_shows_it(page: str, text: str) -> None:
    assert text_of_page(page) == text
