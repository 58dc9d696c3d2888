"""Collect the texts that people see, and update the translators' catalogues.

``make messages`` runs this script. The script writes the template
``build/tictactoe_widget.pot``, which git ignores, and updates each catalogue
``tictactoe_widget/locale/LANGUAGE/LC_MESSAGES/tictactoe_widget.po``.
``make messages NEW=it`` starts a new catalogue. ``make lint`` reports what is missing.

Texts are the templates that code passes to the functions in `KEYWORDS`, and the package's own
lessons.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from tictactoe_widget.classroom.lessons.course import LESSONS

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "tictactoe_widget/locale"

KEYWORDS = {"_": 1, "N_": 1, "Text": 1, "ngettext": 2, "fill": 1, "fillParts": 1, "plural": 2}
"""Functions that translate templates, each with the number of arguments that are templates."""
LESSON_MODULE = "tictactoe_widget/classroom/lessons/course.py"

Template = str | tuple[str, str]
"""A template, or a template's singular and plural."""

_HEADER = """\
# Translations of tictactoe_widget, explained in docs/guides/translate.md.
#"""
_CHANGING_HEADERS = re.compile(
    r'(?m)^"(?:Project|Report|POT-|PO-|Last-Translator|Language-Team|Generated)[^"]*"\n'
)
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_STRINGS = re.compile(rf"([=!]==\s*)?({_STRING}(?:\s*\+\s*{_STRING})*)")
_CALL = re.compile(rf"(?<![\w.])({'|'.join(KEYWORDS)})\(")
_SKIPPED = re.compile(rf"{_STRING}|//.*|/[*](?s:.*?)[*]/")


def find_messages() -> dict[Template, list[str]]:
    """Return all templates in order, each with the files in which it occurs."""
    found: dict[Template, list[str]] = {}
    for path in sorted(
        [
            *ROOT.glob("frontend/**/*.ts"),
            *ROOT.glob("frontend/**/*.html"),
            *ROOT.glob("tictactoe_widget/**/*.py"),
        ]
    ):
        name = path.relative_to(ROOT).as_posix()
        if name == LESSON_MODULE:
            templates: Iterator[Template] = find_in_lessons()
        elif name.endswith(".ts"):
            templates = find_in_typescript(path.read_text("utf-8"))
        elif name.endswith(".html"):
            templates = iter(re.findall("<noscript><p>(.*)</p>", path.read_text("utf-8")))
        else:
            templates = find_in_python(ast.parse(path.read_text("utf-8")))
        for template in dict.fromkeys(templates):
            found.setdefault(template, []).append(name)
    return found


def find_in_python(tree: ast.AST) -> Iterator[Template]:
    """Yield the templates in a Python module, in order."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in KEYWORDS:
            count = KEYWORDS[call.func.id]
            choices = [list(find_strings(argument)) for argument in call.args[:count]]
            yield from choices[0] if count == 1 else zip(*choices, strict=True)


def find_strings(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression can have as its value."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from find_strings(body)
            yield from find_strings(other)
        case ast.Subscript(value=ast.Dict(values=values)):
            for value in values:
                yield from find_strings(value)


def find_in_lessons() -> Iterator[str]:
    """Yield the texts of the package's own lessons, in order."""
    for lesson in LESSONS.values():
        yield from filter(None, (lesson.title, lesson.about, lesson.learnt))
        for exercise in lesson.exercises:
            step = exercise.step
            wrong = [step.wrong] if isinstance(step.wrong, str) else step.wrong.values()
            yield from filter(None, (step.text, step.ask, step.hint, step.right, *wrong))


def find_in_typescript(code: str) -> Iterator[Template]:
    """Yield the templates in a TypeScript file, in order."""
    for call in _CALL.finditer(code):
        arguments = split_arguments(code, call.end())
        choices = [
            [
                "".join(json.loads(part) for part in re.findall(_STRING, strings))
                for compared, strings in _STRINGS.findall(argument)
                if not compared
            ]
            for argument in arguments[: KEYWORDS[call[1]]]
        ]
        yield from choices[0] if len(choices) == 1 else zip(*choices, strict=True)


def split_arguments(code: str, start: int) -> list[str]:
    """Return the arguments of a call, given the index after its opening parenthesis."""
    arguments, depth, at = [""], 0, start
    while depth >= 0:
        text = skipped[0] if (skipped := _SKIPPED.match(code, at)) else code[at]
        depth += (text in "([{") - (text in ")]}")
        if text == "," and depth == 0:
            arguments.append("")
        elif not text.startswith("/"):
            arguments[-1] += text
        at += len(text)
    return arguments


def make_template() -> Catalog:
    """Return a catalogue of all templates, without translations.

    If a text is used both with and without a plural, the function exits, because a catalogue
    has only one entry for each text.
    """
    catalog = Catalog(project="tictactoe_widget", charset="utf-8")
    found = find_messages()
    twice = [one[0] for one in found if isinstance(one, tuple) and one[0] in found]
    if twice:
        sys.exit(f"texts with and without a plural: {', '.join(twice)}")
    for template, files in found.items():
        catalog.add(template, locations=[(name, 0) for name in files])
    return catalog


def update_catalogue(template: Catalog, language: str) -> None:
    """Add new templates to a language's catalogue, and mark unused templates."""
    path = catalogue_path(language)
    if path.is_file():
        catalog = read_po(path.open("rb"), locale=language.replace("-", "_"))
    else:
        catalog = Catalog(language.replace("-", "_"), fuzzy=False)
    # A similar template's translation would have other slots.
    catalog.update(template, no_fuzzy_matching=True)
    write_catalogue(catalog, path)


def write_catalogue(catalog: Catalog, path: Path) -> None:
    """Write a catalogue without dates and line numbers, because these change often."""
    for message in catalog:
        message.flags.discard("python-format")  # percent signs are ordinary text
    catalog.header_comment = _HEADER
    made = BytesIO()
    write_po(made, catalog, include_lineno=False, include_previous=False)
    text = _CHANGING_HEADERS.sub("", made.getvalue().decode())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def catalogue_path(language: str) -> Path:
    """Return the path of a language's catalogue, given a code such as ``pt-BR``."""
    return LOCALE / language.replace("-", "_") / "LC_MESSAGES/tictactoe_widget.po"


def find_languages() -> list[str]:
    """Return the codes of all languages with a catalogue."""
    return sorted(path.parts[-3].replace("_", "-") for path in LOCALE.glob("*/*/*.po"))


def report_missing(template: Catalog) -> None:
    """Print how many templates have no translation in each language."""
    needed = [message.id for message in template if message.id]
    for language in find_languages():
        catalog = read_po(catalogue_path(language).open("rb"))
        missing = sum(not is_translated(catalog.get(one)) for one in needed)
        print(f"{language}: {missing} of {len(needed)} texts are not translated")  # noqa: T201


def is_translated(message: Message | None) -> bool:
    """Return True if all forms of a message are translated."""
    if message is None or message.fuzzy:
        return False
    forms = message.string
    return all(forms) if isinstance(forms, (tuple, list)) else bool(forms)


def main(command: str, *languages: str) -> None:
    """Write the template and all catalogues, or only report missing translations."""
    template = make_template()
    if command == "update":
        write_catalogue(template, ROOT / "build/tictactoe_widget.pot")
        for language in {*find_languages(), *languages}:
            update_catalogue(template, language)
    report_missing(template)


if __name__ == "__main__":
    main(*sys.argv[1:])
