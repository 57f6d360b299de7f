/** The question about a host that a command wants to reach, and the facts on which Law 1 bases its decision. */
import { hash } from 'node:crypto';
import { mayReach } from '../../laws/law1-harm.ts';
import { type Host, hostName, hostText, isUsualPort } from '../../laws/network/host.ts';
import type { Decide, HostQuestion } from '../network/host-gate.ts';
import { type Harm, hostKeyOf, type ToolContext } from '../tool.ts';
import type { Permissions } from './permissions.ts';
import type { Asked } from './shell-harm.ts';

/** Law 1 for the hosts of one call, according to the rules in effect when the command asks for a host. */
export const decideHosts =
  (permissions: Permissions, { call, refused }: Pick<ToolContext, 'call' | 'refused'>): Decide =>
  (host, approved, leadsTo) =>
    mayReach({
      host: hostText(host),
      isName: hostName(host.name) !== undefined,
      isUsualPort: isUsualPort(host.port),
      ruled: permissions.decide({ tool: 'net', host }, call.task_id),
      isRefused: refused.includes(hostKeyOf(hostText(host))),
      ...{ approved, leadsTo },
    });

/** An approval is valid for this host, and for this command in this folder. */
export function hostHarm({ command, cwd }: Asked, { host, verdict }: HostQuestion, permissions: Permissions): Harm {
  return {
    ...{ action: command, effects: [], more: 0, network: true, host: hostText(host) },
    reason: verdict.reason,
    hash: hash('sha256', JSON.stringify(['shell', 'host', command, cwd, hostText(host), verdict.because === 'private'])),
    rule: verdict.because === 'rule' ? null : (narrowed(host, permissions) ?? null), // a rule that asks overrides one that allows
  };
}

const narrowed = (host: Host, permissions: Permissions): string | undefined => permissions.narrow({ tool: 'net', host });
