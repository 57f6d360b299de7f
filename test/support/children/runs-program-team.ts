/** A team with one coder that is a program of its own, until this process is killed: `<repository> <data> <program> <what it does>`. */
import { chooseRunners } from '../../../src/app/team/choose-runners.ts';
import { openTeam } from '../../../src/app/team/open-team.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { createCassette } from '../../../src/effects/cassette.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const [root = '', data = '', program = '', behaviour = ''] = process.argv.slice(2);
const own = { fake: { command: [program, behaviour, '{task}'], folders: [], settings: [], variables: [], env: {}, hosts: [] } };
const runners = await chooseRunners({ root, data, env: process.env, names: { coder: ['fake'] }, own, isUnfenced: true });
const site = { settings: defaultSettings({ data, workspace: root }), model: createCassette([]), secrets: () => [] };
await using open = openTeam({ root, site, env: process.env, runners, onAlert: print });
print(await open.supervise({ agents: ['coder'], maxWaitMs: 0, signal: AbortSignal.timeout(60_000) }));
