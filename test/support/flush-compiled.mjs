/** Loaded before a process that may be killed: when it sends its first message, it keeps what it has compiled, which Node otherwise does at its end. */
import { flushCompileCache } from 'node:module';

const { send } = process;
process.send = (...message) => {
  process.send = send;
  flushCompileCache();
  return send.apply(process, message);
};
