/** Another process that writes the board, as many times as each line it is sent says: `node board-writer.ts <root> <first task>`. */
import { createInterface } from 'node:readline';
import { openBoardFile } from '../src/team/board/file.ts';
import { noted } from './team-board.ts';

const [root = '', first = '0'] = process.argv.slice(2);
await using file = openBoardFile({ root, env: {}, lockMs: 600_000 });
await file.read();
console.log('ready');
let task = Number(first);
for await (const times of createInterface({ input: process.stdin })) {
  for (let time = 0; time < Number(times); time += 1) {
    task += 7;
    await file.update('supervisor', noted(task, first));
  }
  console.log('written');
}
