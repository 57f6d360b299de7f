/**
 * A coder that is a separate program and tries to escape from its fence: whatever it tries, only its own folder changes. It is tried as root, and as
 * an ordinary user.
 */
import { expect, test } from 'vitest';
import { servant, triedBy, type User, users } from '../support/contained.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';
import { type Attacked, playAttacks } from '../support/played-attacks.ts';
import { scratch } from '../support/scratch.ts';

/** Lines of a shell: `$1` is the repository, `$2` the person's home. */
const attacks: readonly string[] = [
  'echo evil > "$1/evil.txt"; rm -rf "$1/specs" "$1/hello.txt"; echo evil > "$2/evil.txt"; echo evil >> "$2/.bashrc"; rm -rf "$2/.ssh"',
  'mkdir -p "$1/.git/hooks"; printf "#!/bin/sh\\ntouch pwned" > "$1/.git/hooks/post-checkout"; chmod +x "$1/.git/hooks/post-checkout"',
  'git config core.hooksPath /tmp/evil; git config user.name evil; git add -A; git commit -qm evil; git update-ref refs/heads/integration HEAD; git branch evil',
  'echo "gitdir: /tmp/evil" > .git; rm -f .git; mv .git x; mount -o remount,rw "$1" /; unshare -Ur true && echo unshared',
  'sed -i s/CLAIMED/MERGED/ "$1/.liza/state.yaml"; echo "{}" >> "$1/.liza/journal.jsonl"; touch "$1/.liza/ABORT" "$1/.liza/PAUSE"; echo evil > "$1/.liza/artoo"',
  'mkdir -p "$1/.liza/outbox/code-reviewer-1"; echo "{}" > "$1/.liza/outbox/code-reviewer-1/letter-1.json"; mkdir -p "$1/.worktrees/t2"; echo evil > "$1/.worktrees/t2/x"',
  'cat "$2/.ssh/id_ed25519" && echo "saw a secret"; cat "$2/.codex/auth.json" && echo "saw another"',
  'kill -9 1; cat /proc/1/environ; bash -c "exec 3<>/dev/tcp/93.184.215.14/80" && echo "reached a host"; curl -sf -m 3 -x http://127.0.0.1:61013 http://example.org/ && echo answered',
  'ln -s "$1/specs/vision.md" "$LIZA_OUTBOX/a-1.json"; ln -s "$1/evil-receipt" "$LIZA_OUTBOX/$LIZA_RUN.receipt"; mkdir "$LIZA_OUTBOX/b-1.json"; mkfifo "$LIZA_OUTBOX/c-1.json"',
];

/** This makes a link in its own folder, which shows that something was tried. */
const always = 'ln -s "$1/.liza" link; echo evil > link/PAUSE; ln "$1/.liza/state.yaml" hard';

const ordinaryUser = servant(asOrdinaryUser, 'test/support/children/plays-attacks.ts');

async function attacked(user: User, tried: readonly string[]): Promise<Attacked> {
  if (user === 'this user') return await playAttacks(scratch(), tried);
  const told: Attacked | { readonly error: string } = JSON.parse(await ordinaryUser(JSON.stringify(tried)));
  if ('error' in told) throw new Error(told.error);
  return told;
}

test.each(users)(
  'of %s: writes outside, hooks, config, the board, the integration branch, other outboxes, secrets, hosts and forged letters have no effect',
  async (user) => {
    const tried = triedBy(user, attacks);
    const { status, otherTasks, alerts, printed, before, after, replayed, letters, made, author } = await attacked(user, [
      ...tried,
      always,
    ]);
    expect([status, otherTasks, alerts], printed).toEqual(['READY_FOR_REVIEW', 0, []]);
    expect(after).toEqual(before);
    for (const seen of ['saw a secret', 'saw another', 'reached a host', 'answered', 'unshared']) expect(printed).not.toContain(seen);
    if (tried.some((line) => line.includes('example.org'))) expect(printed).toContain('example.org is not one of the hosts of this runner');
    expect(replayed).toEqual({ foreign: 0 });
    expect(letters).toEqual(['checkpoint', 'submit']);
    expect(made).toEqual(['hello.txt', 'link']); // files in its own folder are allowed, and the reviewer sees them
    expect(author).toBe('coder-1');
  },
  180_000,
);
