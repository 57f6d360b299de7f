import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { answerLetter, openOutbox, pendingLetters, readLetterFile, removeOutbox } from './outbox.ts';
import { type Sent, sendLetter } from './send.ts';

const never = new AbortController().signal;
const submit: Sent = { kind: 'submit', fencing: 3, task: 't1', body: { message: 'Says hello' } };

/** Leaves a file in an agent's outbox. */
function left(root: string, content: string, name = 'a-1.json', agent = 'coder-1'): string {
  const path = join(openOutbox(root, agent), name);
  writeFileSync(path, content);
  return path;
}
const onlyLetter = (root: string) => {
  const [pending, ...others] = pendingLetters(root);
  if (!pending || others.length > 0) throw new Error(`${others.length + (pending ? 1 : 0)} letters wait`);
  return pending;
};

/** Sends a letter, and answers it as soon as it arrives. */
async function exchanged(root: string, sent: Sent, reply: Parameters<typeof answerLetter>[1]) {
  const answer = sendLetter(sent, { outbox: openOutbox(root, 'coder-1'), signal: never });
  await expect.poll(() => pendingLetters(root)).toHaveLength(1);
  answerLetter(onlyLetter(root), reply);
  return answer;
}

describe('a letter in the outbox', () => {
  test('comes from the agent that the folder belongs to, and its answer reaches the one who waits', async () => {
    const root = scratch();
    const answer = sendLetter(submit, { outbox: openOutbox(root, 'coder-1'), signal: never });
    await expect.poll(() => pendingLetters(root)).toHaveLength(1);
    const pending = onlyLetter(root);
    expect(readLetterFile(pending)).toEqual({ ok: true, letter: { ...submit, id: pending.id, agent: 'coder-1' } });
    const reply = { ok: false, code: 'refused', why: ['the worktree is not clean'] } as const;
    answerLetter(pending, reply);
    expect(await answer).toEqual(reply);
    expect(readdirSync(join(root, '.liza/outbox/coder-1'))).toEqual([]);
  });

  test('is sent again under another id after its answer was read', async () => {
    const root = scratch();
    const ids: string[] = [];
    for (const reply of [{ ok: false, code: 'refused', why: ['no'] }, { ok: true }] as const) {
      const at = new Date(2026, 1, 1 + ids.length);
      const answer = sendLetter(submit, { outbox: openOutbox(root, 'coder-1'), signal: never, now: () => at });
      await expect.poll(() => pendingLetters(root)).toHaveLength(1);
      ids.push(onlyLetter(root).id);
      answerLetter(onlyLetter(root), reply);
      expect(await answer).toEqual(reply);
    }
    expect(new Set(ids).size).toBe(2);
  });

  test('whose sender was cut off is not sent twice, and its answer is still there', async () => {
    const root = scratch();
    const outbox = openOutbox(root, 'coder-1');
    const cut = new AbortController();
    const first = sendLetter(submit, { outbox, signal: cut.signal });
    await expect.poll(() => pendingLetters(root)).toHaveLength(1);
    cut.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    const { id } = onlyLetter(root);
    await expect(sendLetter(submit, { outbox, signal: never, limitMs: 0 })).rejects.toMatchObject({ code: 'letter_unanswered' });
    expect(onlyLetter(root).id).toBe(id);
    answerLetter(onlyLetter(root), { ok: true });
    expect(await sendLetter(submit, { outbox, signal: never })).toEqual({ ok: true });
    expect(pendingLetters(root)).toEqual([]);
  });

  test('that has not the form of its kind is refused before it is sent', async () => {
    const root = scratch();
    const outbox = openOutbox(root, 'coder-1');
    expect(await sendLetter({ ...submit, body: {} }, { outbox, signal: never })).toMatchObject({ ok: false, code: 'refused' });
    expect(readdirSync(outbox)).toEqual([]);
  });

  test('has no answer where the outbox is gone', async () => {
    const outbox = openOutbox(scratch(), 'coder-1');
    rmSync(outbox, { recursive: true });
    await expect(sendLetter(submit, { outbox, signal: never })).rejects.toMatchObject({ code: 'letter_unanswered' });
  });

  test('of any agent is answered in the order of time', () => {
    const root = scratch();
    const at = (path: string, second: number) => utimesSync(path, second, second);
    at(left(root, '{}', 'b.json', 'planner-1'), 3);
    at(left(root, '{}', 'z.json', 'coder-1'), 1);
    at(left(root, '{}', 'a.json', 'code-reviewer-1'), 2);
    expect(pendingLetters(root).map(({ id }) => id)).toEqual(['coder-1/z', 'code-reviewer-1/a', 'planner-1/b']);
  });

  test('is gone with the outbox of a turn that is over', async () => {
    const root = scratch();
    expect(await exchanged(root, submit, { ok: true })).toEqual({ ok: true });
    left(root, '{}');
    removeOutbox(root, 'coder-1');
    removeOutbox(root, '..');
    expect(existsSync(join(root, '.liza/outbox/coder-1'))).toBe(false);
    expect(existsSync(join(root, '.liza/outbox'))).toBe(true);
  });
});

describe('a hostile outbox', () => {
  test.each([
    ['no JSON', 'secret: 1', 'a letter is one JSON object'],
    ['a list', '[]', 'a letter is one JSON object'],
    ['nothing', '', 'a letter is one JSON object'],
    ['more than a letter can be', `{"kind":"log","body":{"detail":"${'x'.repeat(1024 ** 2)}"}}`, 'at most 1024 KiB'],
    ['another agent', JSON.stringify({ ...submit, agent: 'code-reviewer-1' }), 'belongs to coder-1'],
    ['an unknown kind', JSON.stringify({ ...submit, kind: 'merge' }), 'kind'],
    ['a field of its own', JSON.stringify({ ...submit, by: 'human' }), 'by'],
  ])('with %s in a letter is answered with a reason', (_, content, why) => {
    const root = scratch();
    left(root, content);
    const read = readLetterFile(onlyLetter(root));
    expect(read).toMatchObject({ ok: false, why: [expect.stringContaining(why)] });
    expect(JSON.stringify(read)).not.toContain('secret');
  });

  test('cannot choose the id of a letter', () => {
    const root = scratch();
    left(root, JSON.stringify({ ...submit, id: 'planner-1/a' }));
    expect(readLetterFile(onlyLetter(root))).toMatchObject({ ok: true, letter: { id: 'coder-1/a-1' } });
  });

  test('with links, pipes, folders and odd names holds no letters', () => {
    const root = scratch();
    const outbox = openOutbox(root, 'coder-1');
    writeFileSync(join(root, 'outside.json'), JSON.stringify(submit));
    symlinkSync(join(root, 'outside.json'), join(outbox, 'link.json'));
    execFileSync('mkfifo', [join(outbox, 'pipe.json')]);
    mkdirSync(join(outbox, 'folder.json'));
    for (const name of ['.hidden.json', 'Letter.JSON', 'a.reply', 'a b.json', `${'x'.repeat(100)}.json`]) left(root, '{}', name);
    mkdirSync(join(root, '.liza/outbox/human'));
    writeFileSync(join(root, '.liza/outbox/human/a.json'), '{}');
    symlinkSync(outbox, join(root, '.liza/outbox/coder-2'));
    expect(pendingLetters(root)).toEqual([]);
  });

  test('whose letter became a link or a pipe meanwhile is read no further', () => {
    const root = scratch();
    const path = left(root, '{}');
    const pending = onlyLetter(root);
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect(readLetterFile(pending).ok).toBe(false);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(readLetterFile(pending).ok).toBe(false);
    rmSync(path);
    expect(readLetterFile(pending).ok).toBe(false);
  });

  test('that put a link where the answer goes has that replaced, and not what it leads to', () => {
    const root = scratch();
    const path = left(root, JSON.stringify(submit));
    const outside = join(root, 'outside');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, path.replace(/\.json$/, '.reply'));
    answerLetter(onlyLetter(root), { ok: true });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(readFileSync(path.replace(/\.json$/, '.reply'), 'utf8')).toBe('{"ok":true}');
  });

  test('that is gone when the answer comes needs none', () => {
    const root = scratch();
    left(root, '{}');
    const pending = onlyLetter(root);
    removeOutbox(root, 'coder-1');
    answerLetter(pending, { ok: true });
    expect(existsSync(pending.path)).toBe(false);
  });

  test('with thousands of letters holds up no one', () => {
    const root = scratch();
    const outbox = openOutbox(root, 'coder-1');
    for (let at = 0; at < 1_500; at += 1) writeFileSync(join(outbox, `a-${at}.json`), '{}');
    left(root, '{}', 'b.json', 'coder-2');
    const before = workedMs();
    const found = pendingLetters(root);
    expect(workedMs() - before).toBeLessThan(500);
    expect(found.map(({ agent }) => agent)).toEqual([...Array(100).fill('coder-1'), 'coder-2']);
  });

  test.each(['human', '../coder-1', 'coder-1/..', ''])('is not made for "%s"', (agent) => {
    expect(() => openOutbox(scratch(), agent)).toThrow('is not the id of an agent');
  });
});
