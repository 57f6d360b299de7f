/**
 * Another process that writes the board: `node board-writer.ts <root> <first task> [<times>]`. Before it is ready, it writes that many times; then as
 * often as each line of its input says.
 */
import { createInterface } from 'node:readline';
import { openBoardFile } from '../src/team/board/file.ts';
import { noted } from './team-board.ts';

const [root = '', first = '0', warmUp = '10'] = process.argv.slice(2);
let task = Number(first);
await using file = openBoardFile({ root, env: {}, lockMs: 600_000 });
const write = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    task += 7;
    await file.update('supervisor', noted(task, first));
  }
};
await write(Number(warmUp));
console.log('ready');
for await (const times of createInterface({ input: process.stdin })) {
  await write(Number(times));
  console.log('written');
}
