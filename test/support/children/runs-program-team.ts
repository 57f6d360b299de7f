/**
 * Runs a team of programs until this process is killed or nothing is left to do: `<repository> <data> <program> <what coders do> [what reviewers do]
 * [n]`. With n it is killed, for real, at its n-th change of
 * the team's files, in the middle of it.
 */
import { dieAt } from './die-at.ts';

const [root = '', data = '', program = '', coder = '', reviewer = '', at] = process.argv.slice(2);
if (at !== undefined) dieAt(root, Number(at));

const { chooseRunners } = await import('../../../src/app/team/choose-runners.ts');
const { openTeam } = await import('../../../src/app/team/open-team.ts');
const { defaultSettings } = await import('../../../src/config/settings.ts');
const { createCassette } = await import('../../../src/effects/cassette.ts');

const print = (text: string) => void process.stdout.write(`${text}\n`);
const runnerThat = (does: string) => ({
  ...{ command: [program, does, '{task}'], folders: [], settings: [], variables: ['CRITERIA'], env: {}, hosts: [] },
});
const own = { coder: runnerThat(coder), reviewer: runnerThat(reviewer) };
const names = { coder: ['coder'], ...(reviewer !== '' && { code_reviewer: ['reviewer'] }) };
const runners = await chooseRunners({ root, data, env: process.env, names, own, isUnfenced: process.env.FENCED === undefined });
const site = { settings: defaultSettings({ data, workspace: root }), model: createCassette([]), secrets: () => [] };
await using open = openTeam({ root, site, env: process.env, runners, onAlert: print });
const agents = reviewer === '' ? (['coder'] as const) : (['coder', 'code_reviewer'] as const);
print(await open.supervise({ agents, maxWaitMs: 0, signal: AbortSignal.timeout(60_000) }));
