"""SVG: well-formed whatever the names, addressable, described, and never meaning by colour alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given

from grader.drawing import Marks, draw
from grader.drawing.svg_drawing import escape_svg
from grader.tree import Kind, Tree, TreeBuilder
from grader.tree.language import parse_tree
from tests.strategies import trees

SVG = "{http://www.w3.org/2000/svg}"
TEXTBOOK = parse_tree("A = max(a1 -> B = min(3, 12, 8), a2 -> C = min(2, 4, 6), a3 -> D = min(14, 5, 2))")
SOLVED = Marks(
    values={0: "3", 1: "3", 5: "≤ 2"},
    windows={5: ("3", "∞")},
    cut=frozenset({7, 8}),
    faded=frozenset({7, 8}),
    line=frozenset({0, 1, 2}),
    changed={10: "was 15"},
)
HOSTILE = {
    "a tag": "</g><script>alert(1)</script>",
    "quotes": "\"'><b onclick='x'>",
    "an entity": "&lt;&amp;&#65;&bogus;",
    "a comment": "<!-- --> ]]> <![CDATA[",
    "controls": "\x00\x01\x1b[31m\x7f\x85",
    "line breaks": "one\ntwo\r\nthree\tfour",
    "what XML forbids": "\ufffe\uffff\ud800",
    "direction marks": "\u202eabc\u2066",
    "beyond the first plane": "🂡 𝔐",
}


@given(trees(estimates=True))
def test_every_node_and_edge_can_be_addressed_by_name(tree: Tree) -> None:
    root = _parse(draw(tree, "svg"))
    assert [node.get("data-node") for node in _with(root, "tree-node")] == list(tree.names)
    assert [edge.get("data-edge") for edge in _with(root, "tree-edge")] == list(tree.names[1:])


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_name_is_only_text(name: str) -> None:
    builder = TreeBuilder()
    builder.open(Kind.MAX, name=name, features=((name, 1),))
    builder.leaf(1, label=name)
    builder.close()
    tree = builder.tree()
    marks = Marks({0: name}, {0: (name, name)}, changed={1: name})
    root = _parse(draw(tree, "svg", marks))
    plain = _parse(
        draw(parse_tree("max{a=1}(b -> 1)"), "svg", Marks({0: "1"}, {0: ("1", "1")}, changed={1: "c"}))
    )
    assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]


@pytest.mark.parametrize(
    "name", ["</g><script>", "one\ntwo\tthree\r", "\"'&<>"], ids=["tag", "breaks", "quotes"]
)
def test_a_name_in_an_attribute_reads_back_as_it_is(name: str) -> None:
    assert _parse(f'<g a="{escape_svg(name)}">{escape_svg(name)}</g>').get("a") == name


def test_characters_that_xml_forbids_are_replaced() -> None:
    assert escape_svg("a\x00b\x1bc\ufffed") == "a\ufffdb\ufffdc\ufffdd"


def test_there_is_nothing_that_runs_or_loads() -> None:
    drawing = draw(TEXTBOOK, "svg", SOLVED)
    assert not re.search(r"script|href|url\(|@import|onload|<foreignObject", drawing)


def test_the_picture_is_described_and_labelled_by_its_own_ids() -> None:
    root = _parse(draw(TEXTBOOK, "svg"))
    assert root.get("role") == "img"
    ids = [
        element.get("id")
        for element in (root.find(f"{SVG}title"), root.find(f"{SVG}desc"))
        if element is not None
    ]
    assert (root.get("aria-labelledby") or "").split() == ids
    assert "13 nodes" in (root.findtext(f"{SVG}title") or "")


def test_two_pictures_in_one_page_share_no_id() -> None:
    one, two = draw(TEXTBOOK, "svg"), draw(TEXTBOOK, "svg", SOLVED)
    assert not set(re.findall(r' id="([^"]+)"', one)) & set(re.findall(r' id="([^"]+)"', two))


def test_the_same_tree_gives_the_same_picture() -> None:
    assert draw(TEXTBOOK, "svg", SOLVED) == draw(parse_tree(str(TEXTBOOK)), "svg", SOLVED)


def test_every_class_begins_with_tree_so_that_pages_keep_their_own() -> None:
    drawing = draw(TEXTBOOK, "svg", SOLVED)
    classes = {name for value in re.findall(r'class="([^"]*)"', drawing) for name in value.split()}
    assert all(name.startswith("tree-") for name in classes)
    rules = re.findall(r"^([.@][^{]*)", drawing, re.MULTILINE)
    assert rules
    assert all(rule.startswith((".tree-", "@media")) for rule in rules)


SHAPES = {
    "max": ("max(1)", "path", "tree-max"),
    "min": ("min(1)", "path", "tree-min"),
    "chance": ("chance(1)", "ellipse", "tree-chance"),
    "leaf": ("1", "rect", "tree-leaf"),
}


@pytest.mark.parametrize(("text", "tag", "style"), SHAPES.values(), ids=SHAPES)
def test_each_kind_has_its_own_shape(text: str, tag: str, style: str) -> None:
    (node,) = _with(_parse(draw(parse_tree(text), "svg")), style)
    assert node.find(f"{SVG}{tag}") is not None


def test_max_points_up_and_min_down() -> None:
    drawing = draw(parse_tree("max(min(1))"), "svg")
    assert 'd="M0 0L20 36H-20z"' in drawing
    assert 'd="M-20 0H20L0 36z"' in drawing


TEXTS = {
    "names, automatic ones too": ("max(min(1, x = 2))", {"A", "B", "B1", "x"}),
    "moves": ("max(left -> 1, right -> 2)", {"left", "right"}),
    "probabilities": ("chance(1/3 heads -> 1, 2/3 -> 2)", {"1/3 heads", "2/3"}),
    "utilities": ("max(-7/3, inf, -inf)", {"−7/3", "∞", "−∞"}),
    "static evaluations": ("max~-5/2(1)", {"~−5/2"}),
    "features": ("max{mobility=3}({material=-1}, 2)", {"mobility=3", "material=−1"}),
    "unknown leaves": ("max(?x, _)", {"?x", "_"}),
}


@pytest.mark.parametrize(("text", "shown"), TEXTS.values(), ids=TEXTS)
def test_what_the_tree_says_is_shown(text: str, shown: set[str]) -> None:
    assert shown <= _texts(_parse(draw(parse_tree(text), "svg")))


def test_values_windows_and_changes_are_shown() -> None:
    assert {"≤ 2", "[3, ∞]", "was 15"} <= _texts(_parse(draw(TEXTBOOK, "svg", SOLVED)))


def test_a_changed_leaf_has_a_ring() -> None:
    root = _parse(draw(TEXTBOOK, "svg", SOLVED))
    (ringed,) = [node for node in _with(root, "tree-node") if _with(node, "tree-ring")]
    assert ringed.get("data-node") == "D1"


def test_a_cut_edge_is_crossed_out_by_two_strokes() -> None:
    root = _parse(draw(TEXTBOOK, "svg", SOLVED))
    cut = _with(root, "tree-cut")
    assert [edge.get("data-edge") for edge in cut] == ["C2", "C3"]
    assert [(cross.get("d") or "").count("M") for edge in cut for cross in _with(edge, "tree-cross")] == [
        2,
        2,
    ]


def test_pruned_nodes_are_dashed_and_the_best_line_is_heavy() -> None:
    drawing = draw(TEXTBOOK, "svg", SOLVED)
    root = _parse(drawing)
    assert [node.get("data-node") for node in _with(root, "tree-faded")] == ["C2", "C3"]
    assert [item.get("data-node") or item.get("data-edge") for item in _with(root, "tree-line")] == [
        "B", "B1", "A", "B", "B1",
    ]  # fmt: skip
    assert re.search(r"\.tree-faded path[^}]*stroke-dasharray", drawing)
    assert re.search(r"\.tree-line path[^}]*stroke-width:3", drawing)


def test_the_best_line_is_heavy_along_a_bar_too() -> None:
    tree = parse_tree("max(" + ", ".join(f"move{number} -> {number}" for number in range(30)) + ")")
    root = _parse(draw(tree, "svg", Marks(line=frozenset({0, 30}))))
    (edge,) = [item for item in _with(root, "tree-edge") if "tree-line" in (item.get("class") or "")]
    path = edge.find(f"{SVG}path")
    (bar,) = _with(root, "tree-bar")
    trunk = bar.find(f"{SVG}path")
    assert path is not None
    assert trunk is not None
    assert (path.get("d") or "").split("L")[0] == (trunk.get("d") or "").split("L")[0]


def test_a_tree_of_forty_nodes_fits_a_page() -> None:
    width, height, text = _size(_uniform(3))
    assert "tree-fits" in text
    assert width <= 700
    assert height <= 1000


def test_a_tree_of_four_hundred_nodes_keeps_its_full_size() -> None:
    width, _, text = _size(_uniform(5))
    assert "tree-fits" not in text
    assert f'viewBox="0 0 {width:g} ' in text


def test_a_wide_name_is_given_more_room_than_a_narrow_one() -> None:
    narrow, wide = (_size(parse_tree(f"{name} = max(1)"))[0] for name in ("abcd", "先手先手"))
    assert wide > narrow


def _uniform(depth: int) -> Tree:
    text = "1"
    for level in range(depth):
        kind = "min" if level % 2 else "max"
        text = f"{kind}({text}, {text}, {text})"
    return parse_tree(text)


def _size(tree: Tree) -> tuple[float, float, str]:
    drawing = draw(tree, "svg")
    root = _parse(drawing)
    return float(root.get("width") or 0), float(root.get("height") or 0), drawing.partition("\n")[0]


def _parse(drawing: str) -> Element:
    return ElementTree.fromstring(drawing.encode())  # noqa: S314 - our own output


def _with(root: Element, style: str) -> list[Element]:
    return [element for element in root.iter() if style in (element.get("class") or "").split()]


def _texts(root: Element) -> set[str]:
    return {element.text or "" for element in root.iter(f"{SVG}text")}


def test_wide_letters_below_a_leaf_keep_clear_of_its_box() -> None:
    picture = draw(parse_tree("A = max(松 = min(1, 2), B = min(3, 4))"), "svg")
    feet = dict(re.findall(r'<text[^>]* y="([\d.]+)"[^>]*>(松1|B1)</text>', picture))
    low, high = ({name: float(foot) for foot, name in feet.items()}[name] for name in ("松1", "B1"))
    assert low >= high + 2
