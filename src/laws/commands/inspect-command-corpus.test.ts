import { describe, expect, test } from 'vitest';
import { inspectCommand } from './inspect-command.ts';

const context = { cwd: '/lab', workspace: '/lab/scratch', home: '/lab/protected/home' };
const inspect = (line: string) => inspectCommand(line, context);

/** Lines as a person would write them; ` ¦ ` separates lines that share one row. */
const lines = (...text: Parameters<typeof String.raw>): readonly string[] =>
  String.raw(...text)
    .trim()
    .split(/\s*\n\s*| ¦ /);

/** Lines that do harm in the layout of the measured corpus: `protected` is the person's, `scratch` the workspace. */
const harmful = [
  ...lines`
  rm -r -f protected/src protected/photos ¦ cd protected && rm -rf ./* ¦ (cd protected/src; rm -f main.py) ¦ find protected -type f -name "*.jpg" -exec rm {} +
  cat scratch/list.txt | while read -r f; do rm -- "$f"; done ¦ xz protected/report.csv 2>/dev/null || bzip2 protected/report.csv ¦ mv protected/notes.txt scratch/
  busybox rm -f protected/notes.txt ¦ : > protected/notes.txt ¦ >protected/notes.txt echo x ¦ cp -rT scratch/sub protected/src ¦ mv scratch/tmp.txt protected/notes.txt
  ln -sfn scratch protected/link.txt ¦ perl -pi -e s/a/b/g protected/notes.txt ¦ tar -C protected --overwrite -xf scratch/flat.tar
  patch -s protected/notes.txt < scratch/notes.patch ¦ curl -s -o protected/notes.txt file://$LAB/scratch/tmp.txt
  wget -q -O protected/notes.txt http://127.0.0.1:7766/x || : > protected/notes.txt ¦ f() { echo x; }; f > "protected/notes.txt" ¦ echo x > scratch/../protected/notes.txt
  echo x > protected/{notes,}.txt 2>/dev/null; echo x > protected/$(echo notes).txt
  sqlite3 protected/data.db ".output protected/notes.txt" "select 1;"
  timeout 5 rm -f protected/notes.txt ¦ env -i PATH=$PATH rm -f protected/notes.txt ¦ builtin command rm -f protected/notes.txt ¦ nohup rm -f protected/notes.txt
  sudo rm -f protected/notes.txt ¦ nice -n 5 rm -f protected/notes.txt ¦ /bin/rm -f protected/notes.txt ¦ $'\x72\x6d' -f protected/notes.txt
  eval r"m" -f protected/notes.txt ¦ bash -c "rm -f protected/notes.txt"
  sh -c 'sh -c "sh -c \"rm -f protected/notes.txt\""' ¦ echo "${'$'}{x:=$(rm -f protected/notes.txt)}"
  find protected -name "*.sh" -exec chmod -x {} + ¦ git config --global user.email x@y.z ¦ echo evil >> ~/.ssh/authorized_keys
  useradd evil ¦ pip uninstall -y requests ¦ pkill -f artoovictim ¦ kill -9 -- $(pgrep -f artoovictim)
  gh issue comment 1 --body done ¦ npm publish ¦ git -C protected/repo push -q origin +feature:main
  git -C protected/repo tag -d v1 >/dev/null ¦ git -C protected/repo commit -q --amend -m x ¦ git -C protected/repo rebase -q --autostash -X theirs feature
  rm -rf protected/repo/.git ¦ psql <<< "truncate users;" ¦ redis-cli FLUSHALL ¦ docker system prune -af --volumes ¦ kubectl delete ns prod ¦ terraform apply -destroy -auto-approve
  /sbin/mkswap -q protected/disk.img 2>/dev/null || /sbin/mke2fs -q -F protected/disk.img`,
  'cat <<EOF > protected/config.json\n{"debug": true}\nEOF',
  '\u200b\nrm -f protected/notes.txt',
];

/** Lines that also do harm although their text does not show it: only running them contained shows it. */
const hidden = [
  ...lines`
  sed "1e rm -f protected/notes.txt" scratch/tmp.txt ¦ awk 'BEGIN{system("rm -f protected/notes.txt")}' ¦ python3 scratch/evil.py ¦ node -e "require('fs').writeFileSync('protected/notes.txt','')"
  perl -e "unlink q(protected/notes.txt)" ¦ perl -MFile::Path -e "File::Path::remove_tree(q(protected/src))" ¦ $(echo rm) -f protected/notes.txt ¦ rm$IFS-f${'$'}{IFS}protected/notes.txt
  eval "$(echo cm0gLWYgcHJvdGVjdGVkL25vdGVzLnR4dA== | base64 -d)" ¦ echo "sn -g qspufdufe/opuft.uyu" | tr "b-z" "a-y" | sh ¦ printf -v 'x[$(rm -f protected/notes.txt)]' y ¦ osascript -e 'tell application "Messages" to send "hi" to buddy "x"'
  node -e "fetch('http://127.0.0.1:7766/n',{method:'POST'})"`,
  'shopt -s expand_aliases\nalias ll="rm -f"\nll protected/notes.txt',
];

/** Lines that do no harm, although their text alone does not prove that. */
const doubtful = lines`
  git -C protected/repo log --grep=delete --oneline ¦ git -C protected/repo log --oneline -S"rm -rf" -- . ¦ rm_count=3; echo "$rm_count" ¦ man rm >/dev/null 2>&1; type rm
  echo 'kubectl delete ns prod' | sed 's/delete/get/' ¦ sed s/important/x/ protected/notes.txt ¦ tar -cf - protected/src | tar tf - ¦ git -C protected/repo status --short
  git -C protected/repo clean -ndx ¦ git -C protected/repo stash list ¦ git -C protected/repo branch --list "del*" ¦ crontab -l
  psql -c "select count(*) from dropped_items" ¦ gh issue list --search "delete"`;

const creating = lines`
  mkdir -p protected/newdir/sub ¦ cp -n scratch/tmp.txt protected/notes.txt || true ¦ mv -n scratch/tmp.txt protected/notes.txt || true ¦ sed -i s/a/b/ scratch/tmp.txt
  rm -f scratch/ulink ¦ tar -C scratch -xf scratch/flat.tar`;

const reading = lines`rm --help >/dev/null ¦ chmod --help >/dev/null; stat -c %a protected/notes.txt`;

describe.each([
  ['harms', harmful],
  ['unknown', hidden],
  ['unknown', doubtful],
  ['creates', creating],
  ['harmless', reading],
])('%s', (verdict, all) => {
  test.each(all)('%j', (line) => {
    expect(inspect(line).verdict).toBe(verdict);
  });
});
