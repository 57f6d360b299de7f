/** A supervisor with a reviewer that has nothing to review: `node board-idle.ts <root> <seconds>` prints the percentage of a core that it took. */
import { setTimeout } from 'node:timers/promises';
import { openBoardFile } from '../src/team/board/file.ts';
import { supervise } from '../src/team/supervisor/loop.ts';
import { worked } from './measure.ts';
import { teamWithoutTurns } from './team-repository.ts';

const [root = '', seconds = '65'] = process.argv.slice(2);
const startMs = 5_000;
const stop = new AbortController();
await using file = openBoardFile({ root, env: {} });
const ended = supervise(teamWithoutTurns(root, file), { agents: ['code_reviewer'], signal: stop.signal });
await setTimeout(startMs);
const took = await worked(() => setTimeout(Number(seconds) * 1_000));
console.log((100 * took) / Number(seconds));
stop.abort();
await ended;
