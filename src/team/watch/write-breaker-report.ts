/** Writes the report of a tripped circuit breaker. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import { replaceFile } from '../board/replace-file.ts';
import { breakerReport } from './breaker-report.ts';
import { reportFile } from './check-breaker.ts';

/** Writes the report, unless it exists. Any process that finds a tripped board can call this, even after a crash. */
export function writeBreakerReport(root: string, board: Board): void {
  const text = breakerReport(board);
  const path = join(root, reportFile);
  if (text === undefined || (existsSync(path) && readFileSync(path, 'utf8') === text)) return;
  replaceFile(path, text);
}
