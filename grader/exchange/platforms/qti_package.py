"""A ProblemSet → QTI 1.2 as Canvas imports it: a zip with a manifest, the quiz, and its pictures."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grader.exchange.platforms.decimals import decimal
from grader.exchange.platforms.markup import drawing, is_drawn, plain, tag
from grader.exchange.platforms.qti_items import item_xml
from grader.exchange.platforms.quiz_items import QuizItem, quiz
from grader.problems import ProblemSet
from grader.text.sentences import sentences
from grader.tree import Tree

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_EPOCH = (1980, 1, 1, 0, 0, 0)  # so that the same set gives the same bytes
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_METADATA = "http://www.imsglobal.org/xsd/imsmd_v1p2"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_NO_NAME = re.compile(r"[^A-Za-z0-9_-]+")


def qti_zip(problems: ProblemSet) -> bytes:
    """The questions of the sheet as a package that Canvas, and others that read QTI 1.2, can import."""
    return qti_quiz(problems)[0]


def qti_quiz(problems: ProblemSet) -> tuple[bytes, tuple[str, ...]]:
    """The same, with what is said of questions that are left out."""
    say, found = sentences(problems.language), quiz(problems)
    asked = found.items
    ident = "grader_" + (_NO_NAME.sub("_", problems.id) or "set")
    places = _picture_places(asked)
    pictures = {places[item.tree]: drawing(item, say) for item in asked if item.tree in places}
    package = _zipped({
        "imsmanifest.xml": _manifest(ident, problems.title, pictures).encode(),
        f"{ident}/assessment_meta.xml": _meta(ident, problems.title, asked).encode(),
        f"{ident}/{ident}.xml": _assessment(ident, problems, asked, places).encode(),
        **pictures,
    })  # fmt: skip
    return package, found.notes


def _picture_places(asked: Sequence[QuizItem]) -> dict[Tree, str]:
    """Where the picture of each tree is; questions about one tree share it."""
    drawn = dict.fromkeys(item.tree for item in asked if is_drawn(item))
    return {tree: f"images/tree-{number}.svg" for number, tree in enumerate(drawn, 1)}


def _assessment(
    ident: str, problems: ProblemSet, asked: Sequence[QuizItem], places: Mapping[Tree, str]
) -> str:
    say = sentences(problems.language)
    written = [
        item_xml(item, f"{ident}_{number}", f"%24IMS-CC-FILEBASE%24/{places.get(item.tree)}", say)
        for number, item in enumerate(asked, 1)
    ]
    attempts = tag("qtimetadatafield", tag("fieldlabel", "cc_maxattempts"), tag("fieldentry", "1"))
    section = tag("section", "\n", *(f"{item}\n" for item in written), ident="root_section")
    assessment = tag("assessment", tag("qtimetadata", attempts), section, ident=ident, title=problems.title)
    return _DECLARATION + tag("questestinterop", assessment, xmlns=_QTI) + "\n"


def _meta(ident: str, title: str, asked: Sequence[QuizItem]) -> str:
    """What Canvas wants to know of a quiz besides its questions."""
    points = decimal(sum((item.points for item in asked), Fraction(0)), 2)
    content = (
        tag("title", plain(title)),
        tag("description"),
        tag("shuffle_answers", "true"),
        tag("scoring_policy", "keep_highest"),
        tag("quiz_type", "assignment"),
        tag("points_possible", points),
        tag("allowed_attempts", "1"),
        tag("one_question_at_a_time", "false"),
        tag("available", "false"),
    )
    return _DECLARATION + tag("quiz", *content, identifier=ident, xmlns=_CANVAS) + "\n"


def _manifest(ident: str, title: str, pictures: Mapping[str, bytes]) -> str:
    named = tag("imsmd:title", tag("imsmd:string", plain(title)))
    metadata = tag(
        "metadata",
        tag("schema", "IMS Content"),
        tag("schemaversion", "1.1.3"),
        tag("imsmd:lom", tag("imsmd:general", named)),
    )
    resources = tag("resources", *_resources(ident, pictures))
    names = {"xmlns": _PACKAGE, "xmlns:imsmd": _METADATA, "xmlns:xsi": _XSI}
    manifest = tag(
        "manifest", metadata, tag("organizations"), resources, identifier=f"{ident}_manifest", **names
    )
    return _DECLARATION + manifest + "\n"


def _resources(ident: str, pictures: Mapping[str, bytes]) -> list[str]:
    """The quiz, what Canvas wants to know of it, and each picture."""
    meta = f"{ident}/assessment_meta.xml"
    quiz = (tag("file", href=f"{ident}/{ident}.xml"), tag("dependency", identifierref=f"{ident}_meta"))
    application = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    return [
        tag("resource", *quiz, identifier=ident, type="imsqti_xmlv1p2"),
        tag("resource", tag("file", href=meta), identifier=f"{ident}_meta", type=application, href=meta),
        *(
            tag("resource", tag("file", href=path), identifier=f"{ident}_tree_{place}", type="webcontent",
                href=path)
            for place, path in enumerate(pictures)
        ),
    ]  # fmt: skip


def _zipped(files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = ZipInfo(name, _EPOCH)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()
