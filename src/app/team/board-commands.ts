/**
 * Runs the commands that a board names, such as its tests: contained, without the network unless a rule allows a host, and with effects only in their
 * folder, or with none.
 */
import { randomUUID } from 'node:crypto';
import { homeIn } from '../../config/folders.ts';
import type { Settings } from '../../config/settings.ts';
import { readRule } from '../../laws/rules/read-rule.ts';
import type { RunCommand } from '../../team/git/facts.ts';
import type { Kept } from '../../tools/containment/confined.ts';
import { assembleTools } from '../wiring/assemble-tools.ts';

export type BoardCommandOptions = {
  readonly root: string;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const longestSeconds = 600;
/** The exit code by which a shell reports that it cannot run something. */
const notRun = 126;

/** `end`: ends walls that still wait for another command. */
export function openBoardCommands(options: BoardCommandOptions): {
  readonly keeping: RunCommand;
  readonly discarding: RunCommand;
  end(): void;
} {
  const [keeping, discarding] = [runner(options, 'workspace'), runner(options, 'nothing')];
  return {
    keeping: keeping.run,
    discarding: discarding.run,
    end() {
      keeping.end();
      discarding.end();
    },
  };
}

function runner({ root, settings, env }: BoardCommandOptions, keeps: Kept): { readonly run: RunCommand; end(): void } {
  const { data, rules, search } = settings;
  const git = readRule(`read(${root}/.git/**)`, { cwd: root, home: homeIn(env) });
  const assembled = assembleTools({
    data,
    env,
    search,
    keeps,
    rules: { ...rules, allow: [...rules.allow, ...('wrong' in git ? [] : [git])] },
  });
  const task_id = `team-${randomUUID().slice(0, 8)}`;
  let calls = 0;
  return {
    async run(command, cwd, signal) {
      calls += 1;
      const input = { command, timeout_s: longestSeconds };
      const result = await assembled.toolbox.run(
        { tool: 'shell', input, cwd, workspace: cwd },
        { task_id, key: `0.0.0/R3/${calls}.1` },
        signal,
      );
      const why = result.ok || result.exit_code !== undefined ? '' : `\n[artoo: ${result.error?.message ?? 'it was not run'}]`;
      return { exit: result.exit_code ?? (result.ok ? 0 : notRun), output: `${result.output}${why}` };
    },
    end: assembled.close,
  };
}
