/** artoo's own tools: a new one is added here. Tools of MCP servers and of programs that use artoo as a library are offered beside them. */
import { createAppleScript } from './applescript.ts';
import { createBackground } from './background.ts';
import { createEditFile } from './edit-file.ts';
import { createFetchUrl } from './fetch-url.ts';
import { createGlob } from './glob.ts';
import { createGrep } from './grep.ts';
import { createReadFile } from './read-file.ts';
import { createSearch } from './search.ts';
import { createShortcuts } from './shortcuts.ts';
import { createSkill } from './skill.ts';
import type { Tool } from './tool.ts';
import { createWriteFile } from './write-file.ts';

/** What the tools need; parts that other code uses too are passed in ready-made. */
type Needs = {
  readonly writing: Parameters<typeof createWriteFile>[0];
  readonly runs: Parameters<typeof createBackground>[0];
  readonly searching: Parameters<typeof createSearch>[0];
  readonly fetching: Parameters<typeof createFetchUrl>[0];
  readonly skills: Parameters<typeof createSkill>[0];
  /** What the scripts of macOS need; `program` is added below. */
  readonly scripts: Omit<Parameters<typeof createAppleScript>[0] & Parameters<typeof createShortcuts>[0], 'program'>;
  readonly mdfind: Tool;
  readonly shell: Tool;
};

/** In order of preference. */
export const ownTools = ({ writing, runs, searching, fetching, skills, scripts, mdfind, shell }: Needs): readonly Tool[] => [
  mdfind,
  createGlob(writing.gate),
  createGrep(writing.gate),
  createReadFile(writing.gate),
  createWriteFile(writing),
  createEditFile(writing),
  ...(process.platform === 'darwin'
    ? [createAppleScript({ ...scripts, program: '/usr/bin/osascript' }), createShortcuts({ ...scripts, program: '/usr/bin/shortcuts' })]
    : []),
  createBackground(runs),
  shell,
  createSearch(searching),
  createFetchUrl(fetching),
  createSkill(skills),
];
