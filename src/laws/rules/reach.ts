/** How much a rule that allows a line covers: files that a task may write can decide what the line runs. */

import { programsOf } from '../commands/line/shell-line.ts';
import { filePrograms } from '../commands/programs/file-programs.ts';
import { readingPrograms } from '../commands/programs/reading-programs.ts';

/** Whether a line does nothing but what its words say: every program in it touches only the files given to it. */
export const doesWhatItSays = (line: string): boolean => {
  const programs = programsOf(line);
  return programs.length > 0 && programs.every((program) => filePrograms.has(program) || readingPrograms.has(program) || program === 'cd');
};
