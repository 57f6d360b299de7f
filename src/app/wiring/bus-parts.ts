/** What a bus needs, loaded at once with the first that is named. */
export { openBus } from '../../cluster/bus.ts';
export { openTaskLogs } from '../../cluster/log/task-logs.ts';
export { dataFolderId } from '../../cluster/owners/data-folder.ts';
export { needStreams, streamCreated } from '../../cluster/streams.ts';
