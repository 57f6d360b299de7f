/** The simple steps of a Dockerfile, translated into steps in a folder: files copied, lines run. Pure. */
import { posix } from 'node:path';

type DockerSteps = {
  /** The folder that the container works in. */
  readonly workdir: string;
  /** Files and folders of the build context, and where each goes, relative to the working folder. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly runs: readonly string[];
  /** Debian packages and Python packages that the image would install. */
  readonly packages: readonly string[];
  readonly modules: readonly string[];
};

type Read = { readonly ok: true; readonly steps: DockerSteps } | { readonly ok: false; readonly why: string };

/** Packages for the harness that runs such tasks in containers, not for the tasks. */
const ofHarness: ReadonlySet<string> = new Set(['tmux', 'asciinema', 'curl', 'ca-certificates', 'apt-transport-https']);

/** Instructions that make no difference to a task without a container. */
const ignored: ReadonlySet<string> = new Set(['FROM', 'CMD', 'ENTRYPOINT', 'LABEL', 'EXPOSE', 'MAINTAINER', 'SHELL', 'STOPSIGNAL', 'ARG']);
const harmlessVariables = /^(?:DEBIAN_FRONTEND|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|LANG|LC_ALL|TERM|TZ|PIP_\w+)[= ]/;

/** Returns a reason for a step that cannot be carried out here. */
export function readDockerfile(text: string): Read {
  let workdir = '/app';
  const copies: { from: string; to: string }[] = [];
  const runs: string[] = [];
  const packages: string[] = [];
  const modules: string[] = [];
  const lines = text.replaceAll(/\\\s*\n/g, ' ').split('\n');
  for (const line of lines) {
    const [, word = '', rest = ''] = /^\s*([A-Za-z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    const step = word.toUpperCase();
    if (step === '' || line.trim().startsWith('#') || ignored.has(step)) continue;
    if (step === 'WORKDIR') workdir = rest.startsWith('/') ? rest : `${workdir}/${rest}`;
    else if (step === 'ENV' && harmlessVariables.test(rest)) continue;
    else if (step === 'COPY' || step === 'ADD') {
      const copied = readCopy(rest, workdir);
      if (typeof copied === 'string') return { ok: false, why: copied };
      copies.push(...copied);
    } else if (step === 'RUN') {
      if (/<<|^\[|^--/.test(rest)) return { ok: false, why: `its Dockerfile has a RUN that is not a plain line: ${rest.slice(0, 60)}` };
      for (const part of rest.split(/\s*(?:&&|;)\s*/)) {
        const installed = readInstall(part);
        if (installed === undefined) runs.push(part);
        else if (typeof installed === 'string') return { ok: false, why: installed };
        else {
          packages.push(...installed.packages);
          modules.push(...installed.modules);
        }
      }
    } else return { ok: false, why: `its Dockerfile has the step ${step}, which needs a container` };
  }
  return {
    ok: true,
    steps: { workdir, copies, runs: runs.filter((run) => run !== ''), packages: [...new Set(packages)], modules: [...new Set(modules)] },
  };
}

function readCopy(rest: string, workdir: string): readonly { readonly from: string; readonly to: string }[] | string {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--chown=') && !word.startsWith('--chmod='));
  const target = words.pop();
  if (target === undefined || words.length === 0 || words.some((word) => /^--|^\[|^https?:|[*?]/.test(word)))
    return `its Dockerfile copies something other than a plain file: ${rest.slice(0, 60)}`;
  const whole = target.startsWith('/') ? target : `${workdir}/${target}`;
  const base = workdir.replace(/\/$/, '');
  const clean = whole.replaceAll('/./', '/').replace(/\/\.$/, '/');
  if (clean !== base && !clean.startsWith(`${base}/`)) return `its Dockerfile copies to ${target}, outside of ${workdir}`;
  const inner = clean.slice(base.length).replace(/^\//, '');
  if (inner.split('/').includes('..')) return `its Dockerfile copies to ${target}, outside of ${workdir}`;
  const isFolder = inner === '' || inner.endsWith('/') || words.length > 1;
  return words.map((from) => ({
    from,
    to: isFolder ? posix.join(inner, from.endsWith('/') ? '' : (from.split('/').at(-1) ?? '')) : inner,
  }));
}

/** What a line installs; undefined if it installs nothing, a reason if that cannot be determined. */
function readInstall(part: string): { readonly packages: readonly string[]; readonly modules: readonly string[] } | string | undefined {
  if (/^apt(?:-get)?\s+(?:-\S+\s+)*(?:update|upgrade|clean|autoremove|autoclean)\b/.test(part) || /^rm\s+-rf\s+\/var\/lib\/apt/.test(part))
    return { packages: [], modules: [] };
  const apt = /^apt(?:-get)?\s+(?:-\S+\s+)*install\s+(.*)$/.exec(part)?.[1];
  if (apt !== undefined) return { packages: named(apt).filter((name) => !ofHarness.has(name)), modules: [] };
  const pip = /^(?:python3?\s+-m\s+)?pip3?\s+install\s+(.*)$/.exec(part)?.[1];
  if (pip !== undefined)
    return /(?:^|\s)-r\s/.test(pip) ? 'its Dockerfile installs a list of Python packages' : { packages: [], modules: named(pip) };
  return /^(?:curl|wget|git\s+clone|npm|yarn|cargo|go\s+(?:get|install)|conda|uv|gem|useradd|adduser|service|systemctl)\b/.test(part)
    ? `its Dockerfile runs ${part.slice(0, 60)}, which needs a network or a container`
    : undefined;
}

const named = (text: string): readonly string[] =>
  text.split(/\s+/).flatMap((word) => (/^-|^$/.test(word) ? [] : [word.split(/[=<>~![]/)[0] ?? '']));
