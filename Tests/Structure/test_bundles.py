"""The one file that the build makes of a page's modules: it does what they do, and refuses what it could not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "Sources" / "Appliance" / "Web"
PAGE = """<!doctype html>
    <link rel="stylesheet" href="/assets/first.css">
    <link rel="stylesheet" href="/app/second.css">
    <script type="module" src="/assets/start.js" data-main="/app/app.js" data-rooms=""></script>
"""


def bundle(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Has the build's own script put files together; what it made lies in `built`."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    command = ["sh", ROOT / "Plugins/EmbedFiles/bundle.sh", folder, folder / "built", *sorted(files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def bundles(folder: Path) -> list[str]:
    """What was made: a style sheet, then a script, where there are both."""
    return sorted((path.name for path in (folder / "built/Web/bundles").iterdir()), key=lambda name: name.rpartition(".")[2])


def page_of(modules: dict[str, str]) -> dict[str, str]:
    """A page with these modules, the first of which it loads."""
    first = next(iter(modules))
    return {"Web/app/page.html": f'<script type="module" src="/app/{first}"></script>\n'} | {
        f"Web/app/{name}": text for name, text in modules.items()}


def said(folder: Path, modules: dict[str, str]) -> list[str]:
    """What a page with these modules writes to the console."""
    made = bundle(folder, page_of(modules))
    assert made.returncode == 0, made.stderr
    [script] = bundles(folder)
    text = (folder / "built/Web/bundles" / script).read_text()
    ran = subprocess.run(["node", "--input-type=module", "--eval", text], capture_output=True, text=True, check=True)
    return ran.stdout.split("\n")[:-1]


def test_a_page_asks_for_one_script_and_one_style_sheet_by_what_they_hold(tmp_path: Path) -> None:
    files = {
        "Web/app/app.html": PAGE, "Web/app/app.js": "", "Web/app/icon.png": "", "Web/app/second.css": "b {}\n",
        "Web/shared/start.js": "", "Web/status/first.css": "a {}\n", "Web/sdk/app.js": "", "API/OpenAPI/app.json": "{}",
        "Web/app/gardenroom.js": 'console.log("garden");\n',
    }
    assert bundle(tmp_path, files).stderr == ""
    sheet, script = bundles(tmp_path)
    assert re.fullmatch(r"app\.[0-9a-f]{16}\.css app\.[0-9a-f]{16}\.js", f"{sheet} {script}")
    assert set((tmp_path / "built/files").read_text().split()) == {
        "API/OpenAPI/app.json", "Web/app/app.html", "Web/app/icon.png", "Web/sdk/app.js", f"Web/bundles/{sheet}", f"Web/bundles/{script}"}
    page = (tmp_path / "built/Web/app/app.html").read_text()
    assert re.findall('(?:href|src|main|rooms)="([^"]*)"', page) == [
        f"/assets/{sheet}", f"/assets/{script}", "/app/app.js", "/app/gardenroom.js"]
    made = tmp_path / "built/Web/bundles"
    assert (made / sheet).read_text() == "/* /assets/first.css */\na {}\n/* /app/second.css */\nb {}\n"
    assert "// /app/gardenroom.js\n" in (made / script).read_text(), "where an error is, says a module's name"
    # The name changes with what is in it, and with nothing else.
    assert bundle(tmp_path, files | {"Web/app/gardenroom.js": 'console.log("gardens");\n'}).stderr == ""
    assert [bundles(tmp_path)[0] == sheet, bundles(tmp_path)[1] == script] == [True, False]


def test_what_is_imported_runs_first_and_once_in_its_order(tmp_path: Path) -> None:
    assert said(tmp_path, {
        "a.js": 'import { b } from "./b.js";\nimport { c as third } from "/app/c.js";\nconsole.log("a", b, third);\n',
        "b.js": 'import { c } from "./c.js";\nconsole.log("b");\nexport const b = `${c}b`;\n',
        "c.js": 'console.log("c");\nexport const c = 1;\n',
    }) == ["c", "b", "a 1b 1"]


def test_each_module_has_names_of_its_own(tmp_path: Path) -> None:
    own = "function own() {\n    return name;\n}\n"
    assert said(tmp_path, {
        "a.js": f'import {{ tell }} from "./b.js";\nconst name = "a";\n{own}tell(own());\n',
        "b.js": f'const name = "b";\n{own}export function tell(word) {{\n    console.log(word, own());\n}}\n',
    }) == ["a b"]


def test_two_that_import_each_other_have_functions_at_once_and_the_rest_later(tmp_path: Path) -> None:
    assert said(tmp_path, {
        "a.js": 'import { made, whole } from "./b.js";\nexport function half() {\n    return "half";\n}\nexport class Kind {}\n'
                'export const size = 2;\nconsole.log(made, whole());\n',
        "b.js": 'import { half, Kind, size } from "./a.js";\nexport const made = half();\n'
                'export function whole() {\n    return `${new Kind().constructor.name} ${size}`;\n}\n',
    }) == ["half Kind 2"]


def test_what_is_loaded_later_runs_then_and_fails_alone(tmp_path: Path) -> None:
    assert said(tmp_path, {
        "a.js": 'const wanted = ["/app/late.js", "/app/late.js", "/app/broken.js", "/app/none.js"];\nconsole.log("a");\n'
                'const found = await Promise.allSettled(wanted.map((one) => import(one)));\n'
                'for (const one of found) console.log(one.value?.late ?? one.reason.message);\n'
                'import("./late.js").then((one) => console.log(one === found[0].value));\nimport("./broken.js").catch(() => {});\n',
        "late.js": 'console.log("runs");\nexport const late = "late";\n',
        "broken.js": 'throw new Error("broken");\n',
    }) == ["a", "runs", "late", "late", "broken", "/app/none.js is no module of this page", "true"]


def test_comments_and_indentation_are_left_out_and_nothing_else(tmp_path: Path) -> None:
    text = '// One.\n\n/**\n * Two.\n */\nconst four = 2\n    * 2; // three\n/** Four. */\nconsole.log("/* five */", four,\n    "  // six");\n'
    assert said(tmp_path, {"a.js": text}) == ["/* five */ 4   // six"]
    [script] = bundles(tmp_path)
    body = (tmp_path / "built/Web/bundles" / script).read_text().split("yield;\n")[1].split("}));")[0]
    assert body == 'const four = 2\n* 2; // three\nconsole.log("/* five */", four,\n"  // six");\n'


REFUSED = {
    'import a from "./b.js";': "an import of another form",
    'import * as b from "./b.js";': "an import of another form",
    'import "./b.js";': "an import of another form",
    "import {\n    b,\n} from \"./b.js\";": "an import of another form",
    "export default 1;": "an export of another form",
    "export let a = 1;": "an export of another form",
    "export { a };": "an export of another form",
    "export const { a } = b;": "an export of another form",
    'export * from "./b.js";': "an export of another form",
    "const a = `\n`;": "a text goes on in the next line",
    "const a = import.meta.url;": "a module has no address of its own in a bundle",
    "const $load = 1;": "a name that means something else in a bundle",
    "/* one */ const a = 1;\n/* two\n*/ const b = 1;": "something follows a comment",
    'import { c } from "./b.js";': "imports /app/b.js, which waits for something",
    'import { c } from "./none.js";': "there is no module /app/none.js",
    'import { d as c } from "./b.js";': "/app/b.js exports no d",
    "const a = import('./b.js');": "an import of another form",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_a_form_that_it_does_not_know_ends_the_build_with_its_place(tmp_path: Path, text: str) -> None:
    refused = bundle(tmp_path, page_of({"a.js": text + "\n", "b.js": "const b = await 1;\nexport const c = b;\n"}))
    assert refused.returncode != 0
    assert re.search(rf"Web/app/a\.js(:\d)?: {re.escape(REFUSED[text])}", refused.stderr), refused.stderr


def test_every_module_and_style_sheet_of_a_page_is_in_a_bundle(tmp_path: Path) -> None:
    names = sorted(str(path.relative_to(WEB.parent)) for path in WEB.glob("*/*"))
    command = ["sh", ROOT / "Plugins/EmbedFiles/bundle.sh", WEB.parent, tmp_path / "built", *names]
    subprocess.run(command, check=True)
    for script in (tmp_path / "built/Web/bundles").glob("*.js"):
        subprocess.run(["node", "--check", script.rename(script.with_suffix(".mjs"))], check=True)
    left = (tmp_path / "built/files").read_text().split()
    assert len(left) > 30
    assert [name for name in left if re.search(r"/(app|shared|site|status|widget)/.*\.(js|css)$", name)] == []
