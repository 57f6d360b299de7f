/** Lets a team go on with its next sprint after a checkpoint: `root [n]`. With n it is killed at its n-th change of the team's files. */
import { dieAt } from './die-at.ts';

const [root = '', at] = process.argv.slice(2);
if (at !== undefined) dieAt(root, Number(at));

const { actOn } = await import('../../../src/team/acts/act-on.ts');
const { openBoardFile } = await import('../../../src/team/board/file.ts');
await using file = openBoardFile({ root, env: {} });
const facts = { now: new Date().toISOString(), dead: [] };
await actOn(file, 'human', { act: 'go_on', decision: 'PIVOT', because: 'the market moved', facts });
