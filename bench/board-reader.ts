/** Reads a team's board in a process of its own, as `artoo team status` does: `node board-reader.ts <root>`. */
import { openBoardFile } from '../src/team/board/file.ts';

await using file = openBoardFile({ root: process.argv[2] ?? '', env: {} });
const { tasks } = await file.read();
console.log(tasks.length);
