/** A large board in a repository of git, and a team that works on it without agents: what is measured is the supervisor. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchHeartbeats } from '../src/team/agents/heartbeats.ts';
import type { Board } from '../src/team/board/board.ts';
import type { BoardFile } from '../src/team/board/file.ts';
import { gitOutput } from '../src/team/git/git.ts';
import { openJournalFacts } from '../src/team/supervisor/journal-facts.ts';
import { thisHost } from '../src/team/supervisor/surroundings.ts';
import type { Team } from '../src/team/supervisor/team.ts';
import { largeRepository } from './team-board.ts';

/** Makes such a repository, with 200 files in its first commit. Returns its folder. */
export async function largeGitRepository(): Promise<string> {
  const root = largeRepository();
  mkdirSync(join(root, 'src'));
  for (let at = 0; at < 200; at += 1) writeFileSync(join(root, `src/greet-${at}.js`), `export const guest = ${at};\n`.repeat(50));
  await gitOutput(root, ['init', '--quiet', '--initial-branch=main']);
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  await gitOutput(root, ['add', '--all']);
  await gitOutput(root, ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '--message', 'first']);
  await gitOutput(root, ['branch', 'integration']);
  return root;
}

/** It never takes a turn. */
export function teamWithoutTurns(root: string, file: BoardFile): Team {
  const runs = async () => ({ exit: 0, output: '' });
  const refuse = (): never => {
    throw new Error('a turn was to be taken');
  };
  const none = { name: 'none', graceMs: 0, run: refuse, resume: refuse, async [Symbol.asyncDispose]() {} };
  return {
    ...{
      root,
      file,
      past: openJournalFacts(root),
      heartbeats: watchHeartbeats(),
      keeping: runs,
      discarding: runs,
      env: {},
      host: thisHost(),
      looked: new Map(),
      warned: new Set(),
    },
    runners: { planner: [none], coder: [none], code_reviewer: [none] },
    now: () => new Date(),
    alert: (text) => console.error(text),
  };
}

/** This number of idle coders. */
export const withCoders = (many: number) => (board: Board) => {
  const idle = board.agents['coder-1'] ?? { role: 'coder', status: 'IDLE' };
  const coders = Array.from({ length: many }, (_, at) => [`coder-${at + 1}`, { ...idle }]);
  return { ok: true as const, what: 'coders', board: { ...board, agents: { ...board.agents, ...Object.fromEntries(coders) } } };
};
