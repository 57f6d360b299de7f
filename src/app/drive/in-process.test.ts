import { driveSuite } from '../../../test/support/drive-suite.ts';
import { settingsFor } from '../../../test/support/settings.ts';
import { openDrive } from './in-process.ts';

driveSuite({
  name: 'the one inside this process',
  async open({ model, data, workspace }) {
    const site = { settings: settingsFor({ data, workspace }), model, secrets: () => [] };
    return openDrive({ data, siteOf: () => site, env: {}, onNotice: () => {} });
  },
});
