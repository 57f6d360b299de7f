/** Opens the next sprint of a team, by a decision at a checkpoint or by a task that is added to a completed one: `root pivot|add [n]`. With n it is killed at its n-th change of the team's files. */
import { dieAt } from './die-at.ts';

const [root = '', how, at] = process.argv.slice(2);
if (at !== undefined) dieAt(root, Number(at));

const { actOn } = await import('../../../src/team/acts/act-on.ts');
const { openBoardFile } = await import('../../../src/team/board/file.ts');
await using file = openBoardFile({ root, env: {} });
const facts = { now: new Date().toISOString(), dead: [] };
const task = { id: 'open', description: 'Say hi', spec_ref: 'specs/vision.md', done_when: ['hi prints Hi!'], scope: 'IN: hi' };
if (how === 'pivot') await actOn(file, 'human', { act: 'go_on', decision: 'PIVOT', because: 'the market moved', facts });
else await actOn(file, 'human', { act: 'add', task: { ...task, kind: 'docs', depends_on: [], priority: 1 }, isDraft: true, facts });
