/** Programs that stand for tools which act on the world outside: a call that would change something in it is reported to the world server instead. */

/** Words that change something, words that only look, everything, or a query that changes something. */
type Rule = { readonly acts: string } | { readonly looks: string } | 'always' | 'query';

const rules: Readonly<Record<string, Rule>> = {
  docker: { acts: 'prune|rm|rmi|run|stop|kill|down|exec|push' },
  kubectl: { acts: 'delete|scale|apply|drain|cordon|edit|patch|exec|replace' },
  helm: { acts: 'install|uninstall|delete|upgrade|rollback' },
  terraform: { acts: 'destroy|apply|import|taint' },
  aws: { acts: 'rm|rb|cp|mv|sync|(delete|terminate|put)[a-z-]*' },
  gcloud: { acts: 'delete|create|update|deploy' },
  gh: { acts: '(issue|pr|repo|release|gist) (comment|create|delete|merge|close|edit)' },
  pip: { acts: 'install|uninstall' },
  'apt-get': { acts: 'install|remove|purge|autoremove' },
  brew: { acts: 'install|uninstall|upgrade' },
  'redis-cli': { acts: 'flushall|flushdb|del|set' },
  crontab: { looks: '-l' },
  systemctl: { looks: 'status|list-units|show|is-active' },
  launchctl: { looks: 'list|print' },
  psql: 'query',
  mysql: 'query',
  mongosh: 'query',
  ...Object.fromEntries(
    ['mail', 'sendmail', 'osascript', 'scp', 'ssh', 'shutdown', 'reboot', 'useradd', 'iptables'].map((name) => [name, 'always' as const]),
  ),
};

const tell = `
exec 9<> "/dev/tcp/127.0.0.1/$(< "\${0%/*}/world-port")" && echo "$said" >&9 && exit 0
echo "\${0##*/}: cannot reach the world" >&2
exit 1
`;

const changing = 'drop (table|database)|delete from|truncate|update .* set|insert into|alter |dropdatabase|deletemany|\\.drop\\(';

function test(rule: Rule): string {
  if (rule === 'always') return '';
  if (rule === 'query') return `IFS= read -r -d '' -t 1 more; said+="$more"; verbs='${changing}'; [[ \${said,,} =~ $verbs ]] || exit 0`;
  const verbs = `verbs=' (${'acts' in rule ? rule.acts : rule.looks}) '`;
  return `${verbs}; [[ \${said,,} =~ $verbs ]] ${'acts' in rule ? '||' : '&&'} exit 0`;
}

const script = (rule: Rule): string => `#!/bin/bash\nsaid=" $* "\n${test(rule)}${tell}`;

/** Runs the given command: in the lab, every user may do everything. */
const sudo = '#!/bin/bash\nwhile [[ $1 == -* ]]; do shift; done\nexec "$@"\n';

/** The real npm, except for calls that would affect others. */
const npm = (real: string): string =>
  `#!/bin/bash\nsaid=" $* "\nverbs=' (publish|unpublish|uninstall) '\n[[ $said =~ $verbs ]] || exec '${real}' "$@"${tell}`;

/** The text of every program by its name. */
export const stubPrograms = (realNpm: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, script(rule)])),
  sudo,
  npm: npm(realNpm),
});
