#!/usr/bin/env node
// A hook for coding agents: runs each of their shell commands under artoo's Law 1, once, and gives them the result.
//
//   node guard.mjs [options of artoo try]     the hook's JSON on standard input
//
// It always ends with 2, by which Claude Code and Gemini CLI do not make the call themselves and give the model what stands on stderr:
// the command has been run by then, or refused. Whatever goes wrong here ends with 2 as well, so that nothing is run unguarded.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

try {
  console.error(answer(JSON.parse(readFileSync(0, 'utf8'))));
} catch (error) {
  console.error(`The guard failed, so the command was not run: ${error.message}`);
}
process.exitCode = 2;

/** What the model is told. */
function answer({ cwd, tool_input: { command, timeout, directory, dir_path, run_in_background, is_background } }) {
  if (typeof command !== 'string' || command === '') throw new Error('there is no command in tool_input');
  if (run_in_background || is_background)
    return 'Not run: this machine runs no commands in the background. Run it in the foreground, with an end.';
  const seconds = Math.min(600, Math.ceil((timeout ?? 120_000) / 1000));
  const folder = resolve(cwd, directory ?? dir_path ?? '.');
  const args = ['try', '--auto', '--json', '--cwd', folder, '--timeout', `${seconds}s`, ...process.argv.slice(2), '--', command];
  const { stdout, stderr, error } = spawnSync(process.env.ARTOO ?? 'artoo', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw error;
  if (stdout === '') throw new Error(stderr.trim() || 'artoo said nothing');
  return told(JSON.parse(stdout));
}

function told({ exit_code, refused, reason, rule, effects, output, undo }) {
  const files = effects.slice(0, 50).map(({ path, change }) => `  ${change} ${path}`);
  const more = effects.length > files.length ? [`  and ${effects.length - files.length} more`] : [];
  if (refused) {
    const would = rule ? [`The person can allow it: artoo's config.yaml, allow: ${rule}`] : [];
    return [reason, 'It would have', ...files, ...more, 'Nothing of it was applied.', ...would].join('\n');
  }
  const undoing = undo ? [`The person can take it back: artoo undo ${undo}`] : [];
  const changed = files.length > 0 ? ['It has', ...files, ...more, ...undoing] : [];
  if (exit_code === 124 || exit_code === 70) return [`Nothing of it was applied: ${reason}`, 'Output:', clipped(output)].join('\n');
  return [
    `artoo ran this command in your place: do not run it again. Exit code ${exit_code}.`,
    ...changed,
    'Output:',
    clipped(output),
  ].join('\n');
}

/** The beginning and the end, where the reason of a failure usually stands. */
function clipped(text, most = 30_000) {
  return text.length <= most
    ? text
    : `${text.slice(0, most / 2)}\n[… ${text.length - most} characters left out …]\n${text.slice(-most / 2)}`;
}
