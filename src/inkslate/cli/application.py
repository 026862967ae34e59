"""The group of all verbs, and the function that the command `inkslate` runs."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from inkslate.cli.output import interrupted, print_help_without_verb, secure_standard_output, stop
from inkslate.errors import InkslateError
from inkslate.messages import one_line
from inkslate.version import __version__

# The one list of verbs: each module has the verb as `command`.
VERBS = {
    "read": "inkslate.cli.read",
    "extract": "inkslate.cli.extract",
    "evaluate": "inkslate.cli.evaluate",
    "compare": "inkslate.cli.compare",
    "check": "inkslate.cli.check",
    "diff": "inkslate.cli.diff",
    "adapt": "inkslate.cli.learning.adapt",
    "queue": "inkslate.cli.learning.queue",
    "vault": "inkslate.cli.notes.vault",
    "mcp": "inkslate.cli.notes.mcp",
    "train": "inkslate.cli.train",
    "synthesize": "inkslate.cli.synthesize",
    "distill": "inkslate.cli.distill",
    "export": "inkslate.cli.export",
    "model": "inkslate.cli.model",
    "reproduce": "inkslate.cli.experiments.reproduce",
    "benchmark": "inkslate.cli.experiments.benchmark",
    "batch": "inkslate.cli.batch",
    "serve": "inkslate.cli.serve",
    "export-corrections": "inkslate.cli.export_corrections",
}
_VERSION_HELP = "Print the version, the model that is used and who may use it."
_DEFECT = 70  # EX_SOFTWARE of sysexits.h


class VerbGroup(click.Group):
    """Imports the module of a verb when the verb is used, so that no verb waits for the imports of another."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all verbs, sorted."""
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name; None for an unknown name."""
        if cmd_name not in VERBS:
            # click looks for similar names in `commands` to suggest one.
            for name in VERBS:
                self.get_command(ctx, name)
            return None
        if cmd_name not in self.commands:
            self.add_command(import_module(VERBS[cmd_name]).command, cmd_name)
        return self.commands[cmd_name]


def _print_version(context: click.Context, _option: click.Parameter, value: bool) -> None:
    """Print the version and the model that verbs use without --model, and exit."""
    if not value or context.resilient_parsing:
        return
    from inkslate.model.loading import describe_model

    try:
        model = describe_model()
        shown = f"{model.title}, {model.origin}; {one_line(model.use.partition('.')[0], 100)}"
    except InkslateError as error:
        shown = f"not usable: {one_line(str(error))}"
    click.echo(f"inkslate, version {__version__}\nmodel {shown}\n`inkslate model` says more")
    context.exit()


@click.group(
    cls=VerbGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help=_VERSION_HELP)
@click.pass_context
def cli(context: click.Context) -> None:
    """Find the sentences and the tasks in notes.

    Verbs that take files read standard input if you name no file. Results go to standard output, messages to standard
    error. `inkslate VERB --help` explains a verb.

    \b
    Examples:
      inkslate extract notes.txt
      pbpaste | inkslate extract --to jsonl
      inkslate evaluate test.csv --html errors.html
    """
    print_help_without_verb(context)


def _named(error: OSError) -> str:
    """The file that an error of the operating system is about."""
    return error.filename.decode(errors="replace") if isinstance(error.filename, bytes) else str(error.filename)


def main() -> NoReturn:
    """Run the command line and exit: 0 done, 2 bad input or usage, 130 interrupted, 70 a defect of inkslate.

    Every error is one line on standard error, without a traceback. Verbs that read many files exit with 1 if they are
    done, but some of the files could not be read. click exits with 1 when the reader of standard output went away.
    """
    secure_standard_output()
    code = None
    try:
        # click returns the code that a command gives to `Context.exit`.
        code = cli.main(prog_name="inkslate", standalone_mode=False)
    except click.exceptions.Exit as exit_request:
        sys.exit(exit_request.exit_code)
    except (click.Abort, KeyboardInterrupt):
        interrupted()
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "inkslate"
        stop(f"{path}: {one_line(error.format_message())} (see `{path} --help`)")
    except InkslateError as error:
        stop(f"inkslate: {one_line(str(error))}")
    except MemoryError:
        stop("inkslate: does not fit into memory; divide the input, or end other programs")
    except Exception as error:
        if os.environ.get("INKSLATE_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is not None and error.strerror:
            stop(f"inkslate: {one_line(_named(error))}: cannot be used ({error.strerror}); name another place")
        stop(
            f"inkslate: a defect of inkslate: {type(error).__name__}: {one_line(str(error))}; "
            "set INKSLATE_DEBUG=1 for the details and report it",
            code=_DEFECT,
        )
    sys.exit(code if isinstance(code, int) else 0)
