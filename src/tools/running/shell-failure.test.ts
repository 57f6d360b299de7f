import { expect, test } from 'vitest';
import { shellFailure } from './shell-failure.ts';

const ended = { exitCode: 1, killedBy: null, errors: '' } as const;

test('exit code 0 is not a failure, whatever was printed', () => {
  expect(shellFailure({ ...ended, exitCode: 0, errors: 'Permission denied' }, 60)).toBeUndefined();
});

test.each([
  ['no match', { errors: '' }, 'failed'],
  ['a program that is missing', { exitCode: 127, errors: 'bash: line 1: nope: command not found' }, 'missing_program'],
  ['a script that is missing', { exitCode: 127, errors: 'bash: line 1: ./nope: No such file or directory' }, 'missing_program'],
  ['a file that is not a program', { exitCode: 126, errors: 'bash: line 1: ./x: cannot execute' }, 'permission'],
  ['a file that is missing', { exitCode: 2, errors: "ls: cannot access 'x': No such file or directory\n" }, 'not_found'],
  ['a file that is closed', { errors: 'cat: /etc/shadow: Permission denied' }, 'permission'],
  ['a deed that is not allowed', { errors: "chown: changing ownership of 'x': Operation not permitted" }, 'permission'],
  ['a host without a name', { exitCode: 6, errors: 'curl: (6) Could not resolve host: example.invalid' }, 'network'],
  ['a host that refuses', { exitCode: 7, errors: 'connect to 127.0.0.1 port 1: Connection refused' }, 'network'],
  ['no network', { errors: 'connect: Network is unreachable' }, 'network'],
  ['an unknown name', { errors: 'ping: x: Name or service not known' }, 'network'],
  ['no name server', { errors: 'ping: x: Temporary failure in name resolution' }, 'network'],
  ['a host that is silent', { errors: 'ssh: connect to host x port 22: Connection timed out' }, 'network'],
  ['a program missing inside a script', { exitCode: 2, errors: 'make: line 3: cc: command not found' }, 'missing_program'],
  ['too many requests', { errors: 'HTTP 429: Too Many Requests' }, 'rate_limit'],
  ['a limit in other words', { errors: 'API Rate Limit exceeded' }, 'rate_limit'],
  ['anything else', { exitCode: 3, errors: 'oops' }, 'failed'],
  ['a signal', { exitCode: null }, 'failed'],
  ['its time limit', { exitCode: null, killedBy: 'timeout', errors: 'Permission denied' }, 'timeout'],
  ['its time limit, with an exit code', { exitCode: 127, killedBy: 'timeout' }, 'timeout'],
  ['a cancel', { exitCode: null, killedBy: 'cancel', errors: 'Connection refused' }, 'failed'],
  ['too much output', { exitCode: null, killedBy: 'output' }, 'failed'],
] as const)('%s is reported by its class', (_, more, expected) => {
  expect(shellFailure({ ...ended, ...more }, 60)?.class).toBe(expected);
});

test.each([
  [{ exitCode: 1 }, '1'],
  [{ exitCode: 255 }, '255'],
  [{ exitCode: null, killedBy: 'timeout' }, '7 s'],
  [{ exitCode: null, killedBy: 'output' }, '64 MiB'],
] as const)('the message for %o names what matters', (more, named) => {
  expect(shellFailure({ ...ended, ...more }, 7)?.message).toContain(named);
});

test.each([
  ['grep -rn TODO src', 1, '', undefined],
  ['diff a b', 1, '', undefined],
  ['test -f notes.md', 1, '', undefined],
  ['grep x nowhere', 2, 'grep: nowhere: No such file or directory', 'not_found'],
  ['cd nowhere && grep x a', 1, 'bash: line 1: cd: nowhere: No such file or directory', 'not_found'],
  ['npm test', 1, '', 'failed'],
] as const)('%j that ended with %i and said %j is reported as %s', (line, exitCode, errors, expected) => {
  expect(shellFailure({ ...ended, exitCode, errors }, 60, line)?.class).toBe(expected);
});
