"""The command line, `rrf-bench`: reads options, calls the package, prints. Heavy imports wait until needed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rrf_bench.command_line import run_app

if TYPE_CHECKING:
    from rrf_bench.runner import RunResult

app = typer.Typer(
    name="rrf-bench",
    help="Does a role-playing model keep its character's relationships? Measure SR, AR and CRF.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

_DEMO_LIMIT, _DEMO_FOLDER = 40, Path("runs/demo")

Out = Annotated[Path | None, typer.Option("--out", help="Run folder.  [dim]default: runs/<model>-<hash>[/dim]")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bars.")]


def main() -> None:
    """Run the command line; a user's fault is one line and exit status 2, Ctrl-C is 130."""
    run_app(app, "rrf-bench", "stopped; run the same command again to go on where it stopped")


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"rrf-bench {version('rrf-bench')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Run folder.")] = _DEMO_FOLDER,
    limit: Annotated[int, typer.Option(help="Claims a language, half of each label.", min=2)] = _DEMO_LIMIT,
    lang: Annotated[list[str] | None, typer.Option(help="en or zh; repeat for both.  [dim]default: both[/dim]")] = None,
    quiet: Quiet = False,
) -> None:
    """Try it offline: the toy agent of the package on embedded claims, scores and report.

    The toy is a real but tiny model, trained to show the effect. Its scores say nothing about real models. The default
    folder is replaced when a former demo was asked something else.
    """
    from rrf_bench.runner import run as run_spec
    from rrf_bench.spec import RunSpec

    spec = RunSpec(
        model="toy",
        backbone="toy-backbone",
        langs=tuple(lang or ("en", "zh")),
        limit=limit,
        out=out,
        replace=out == _DEMO_FOLDER,
    )
    _show(run_spec(spec, show_progress=not quiet))


@app.command()
def run(
    model: Annotated[
        str, typer.Option("--model", "-m", help="Folder, Hub id (org/name@revision), [b]toy[/b], or an answer file.")
    ],
    backend: Annotated[str, typer.Option(help="transformers, or scripted (answers from a file).")] = "transformers",
    adapter: Annotated[str | None, typer.Option(help="PEFT adapter on top of the model.")] = None,
    backbone: Annotated[
        str | None, typer.Option(help="The model before alignment; adds the scores of snowballing mode.")
    ] = None,
    agent: Annotated[str, typer.Option(help="How questions become chats; see: rrf-bench agents.")] = "zero-shot",
    script: Annotated[
        list[str] | None,
        typer.Option(help="Script name or file, may be repeated; see: rrf-bench scripts.  [dim]default: all[/dim]"),
    ] = None,
    lang: Annotated[list[str] | None, typer.Option(help="en or zh; repeat for both.  [dim]default: both[/dim]")] = None,
    arm: Annotated[
        list[str] | None, typer.Option(help="role or stranger; repeat for both.  [dim]default: both[/dim]")
    ] = None,
    judge: Annotated[str, typer.Option(help="Who reads the stances; see: rrf-bench judges.")] = "rules",
    limit: Annotated[int | None, typer.Option(help="That many claims a language, half of each label.")] = None,
    lite: Annotated[bool, typer.Option("--lite", help="Only the lite subset: 100 factual + 100 ridiculous.")] = False,
    max_new_tokens: Annotated[int, typer.Option(help="Length limit of an answer.")] = 64,
    temperature: Annotated[float, typer.Option(help="0 is greedy.")] = 0.0,
    top_p: Annotated[float, typer.Option(help="Nucleus, when sampling.", min=0.0, max=1.0)] = 1.0,
    seed: Annotated[int, typer.Option(help="Of the sampling and of the bootstrap.")] = 0,
    dtype: Annotated[str, typer.Option(help="auto, float32, bfloat16 or float16.")] = "auto",
    batch_size: Annotated[int, typer.Option(help="Questions computed together.")] = 32,
    device: Annotated[str | None, typer.Option(help="cpu, cuda, ...  [dim]default: the best there is[/dim]")] = None,
    dataset: Annotated[str, typer.Option(help="embedded, a built folder, or a Hub dataset id.")] = "embedded",
    out: Out = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Throw away a run of other settings that is there.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked, and ask nothing.")] = False,
    quiet: Quiet = False,
) -> None:
    """Ask a model every question of the benchmark, judge the answers, score, and write a report.

    Stopped at any moment, the same command goes on where it stopped.
    """
    from rrf_bench.runner import run as run_spec
    from rrf_bench.spec import RunSpec

    spec = RunSpec(
        model=model,
        backend=backend,
        adapter=adapter,
        backbone=backbone,
        agent=agent,
        scripts=tuple(script or ()),
        langs=tuple(lang or ("en", "zh")),
        arms=tuple(arm or ("role", "stranger")),
        judge=judge,
        limit=limit,
        lite=lite,
        max_new_tokens=max_new_tokens,
        temperature=temperature,
        top_p=top_p,
        dtype=dtype,
        batch_size=batch_size,
        device=device,
        dataset=dataset,
        out=out,
        replace=replace,
        seed=seed,
    )
    if dry_run:
        _show_plan(spec)
    else:
        _show(run_spec(spec, show_progress=not quiet))


@app.command()
def judge(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A run folder.")],
    judge: Annotated[str, typer.Option(help="Who reads the stances; see: rrf-bench judges.")] = "rules",
    quiet: Quiet = False,
) -> None:
    """Judge the stored answers of a run again, without asking the model, and score them."""
    from rrf_bench.runner import rejudge

    _show(rejudge(folder, judge, show_progress=not quiet))


@app.command()
def report(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Run folders.")],
) -> None:
    """Write report.html of finished runs again, and print their scores."""
    from rrf_bench.runner import rewrite_report

    for folder in folders:
        _show(rewrite_report(folder))


@app.command()
def scripts(
    dataset: Annotated[str, typer.Option(help="embedded, a built folder, or a Hub dataset id.")] = "embedded",
    template: Annotated[bool, typer.Option("--template", help="Print a script file to start your own from.")] = False,
) -> None:
    """List the scripts: whose main character can be put to the test."""
    if template:
        from rrf_bench.scripts import SCRIPT_TEMPLATE

        typer.echo(SCRIPT_TEMPLATE, nl=False)
        return
    from rrf_bench.dataset import read_scripts

    columns = ("script", "main character", "tier", "languages", "roles: high", "low")
    rows = [
        (
            name,
            " ".join(filter(None, (script.main.en, script.main.zh))),
            script.tier,
            " ".join(script.langs),
            str(sum(role.level == "high" for role in script.roles)),
            str(sum(role.level == "low" for role in script.roles)),
        )
        for name, script in read_scripts(dataset).items()
    ]
    _table("Scripts", columns, rows)


@app.command()
def agents() -> None:
    """List the agents: how a question becomes a chat."""
    from rrf_bench.agents import AGENTS

    _table("Agents", ("agent", "what the model is given"), [(n, _first_line(a)) for n, a in AGENTS.items()])


@app.command()
def judges() -> None:
    """List the judges: who reads the stance of an answer."""
    from rrf_bench.judges import judge_names, load_judge

    rows = [(name, _first_line(type(load_judge(name)))) for name in judge_names()]
    _table("Judges", ("judge", "how it reads"), rows)


def _first_line(described: object) -> str:
    return (described.__doc__ or "").strip().splitlines()[0]


def _table(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column == columns[0])
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _show(result: RunResult) -> None:
    from rrf_bench.report.terminal import print_scores

    print_scores(result.results)
    typer.echo(f"\nreport   {result.report}\nresults  {result.folder / 'results.json'}")


def _show_plan(spec: Any) -> None:
    from rrf_bench.plan import make_plan

    plan = make_plan(spec)
    asked = plan.questions()
    subjects = len(plan.backends)
    typer.echo(
        f"{len(asked)} questions to {subjects} model{'s' if subjects > 1 else ''}: "
        f"{len(plan.scripts)} scripts, {' and '.join(plan.claims)}, arms {' and '.join(plan.record.arms)}\n"
        f"model   {plan.record.model['name']} ({plan.record.model['revision']})\n"
        f"folder  {plan.folder}\n\nfirst chat"
    )
    for message in plan.agent.chat(asked[0]).messages():
        typer.echo(f"  [{message['role']}] {message['content']}")


if __name__ == "__main__":
    main()
