import { driveSuite } from '../../test/support/drive-suite.ts';
import { settingsFor } from '../../test/support/settings.ts';
import { openDrive } from '../app/drive/in-process.ts';
import { connectDrive, enter } from './client/connect-drive.ts';
import { openServer } from './server/open-server.ts';

driveSuite({
  name: 'the one over HTTP',
  async open({ model, data, workspace }) {
    const site = { settings: settingsFor({ data, workspace }), model, secrets: () => [] };
    const drive = openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
    const server = await openServer({ drive, page: '/nowhere' });
    const token = new URL(server.newUrl()).hash.slice('#token='.length);
    const client = connectDrive({ url: server.origin, secret: await enter(server.origin, token) });
    async function close(): Promise<void> {
      await drive.close();
      await server.close();
      await client.close();
    }
    return { ...client, close };
  },
});
