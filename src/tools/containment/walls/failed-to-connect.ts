/** Whether a program failed to reach a network, judging by its output; used for walls that do not count attempts. Pure. */
import { attemptedSocket } from './network-attempts.ts';

const signs =
  /could not resolve|nodename nor servname|name resolution|network is unreachable|ENOTFOUND|EAI_AGAIN|ENETUNREACH|connect EPERM|failed to connect/i;

export const failedToConnect = (printed: string): boolean => signs.test(printed) || attemptedSocket(printed);
