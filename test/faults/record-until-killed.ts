// Records a scrape and dies at a fault point, in a separate process. The arguments are the database's address, the fault
// point, and the scrape as JSON.
import { recordScrape, type ScrapeToRecord } from '../../src/areas/scraping/merge/record-scrape.steps.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { setFaultPoint, FAULT_POINTS } from '../../src/server/process/fault-points.ts';
import { readSettings } from '../../src/server/process/settings.ts';

const [databaseUrl = '', step = '', look = ''] = process.argv.slice(2);
setFaultPoint(FAULT_POINTS.find((point) => point === step));
const recorded: ScrapeToRecord = JSON.parse(look);
const { db, close } = await openDatabase({ databaseUrl, dataDir: null });
const settings = readSettings({ DATABASE_URL: databaseUrl, DEMO: 'off' });
await recordScrape({ db, settings, now: () => new Date() }, recorded);
await close();
