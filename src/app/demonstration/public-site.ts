import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { projectRoot } from '../../server/process/root.ts';
import type { Db } from '../../server/process/context.ts';
import type { Settings } from '../../server/process/settings.ts';

export type DemonstrationSite = {
  /** The port of the public site, on the address that RIC listens on. */
  port: number;
  /** Starts to answer visitors; the site calls RIC's API on the given port. */
  open(ricPort: number): void;
  close(): Promise<void>;
};

const MADE_BY = 'the demonstration';
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const nobody = () => undefined;

/**
 * Starts the demonstration company's public site, which books in RIC over the partner API like any partner. Returns null if
 * the company is not a demonstration, has a site already, or uses a real gateway. With DEMO=live, simulated people visit
 * the site.
 */
export async function openDemonstrationSite(db: Db, settings: Settings): Promise<DemonstrationSite | null> {
  const { demo, isLive, stripeSecretKey, publicSiteUrl, dataDir, host } = settings;
  if (!demo || stripeSecretKey || publicSiteUrl) return null;
  const key = await keyOfPublicSite(db, dataDir);
  if (key === null) return null;
  const { openPublicSite } = await import('../../../demo/public-site/public-site.ts');
  const site = await openPublicSite(host, join(projectRoot, 'demo', 'public-site'));
  const leaving = new AbortController();
  let people: Promise<unknown> = Promise.resolve();
  return {
    port: site.port,
    open: (ricPort) => {
      const address = `http://${withinReach(host)}:${ricPort}`;
      site.serve(address, key);
      if (isLive) people = visitedBy(address, key, leaving.signal);
    },
    close: async () => {
      leaving.abort();
      await people.catch(nobody);
      await site.close();
    },
  };
}

const withinReach = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

async function visitedBy(address: string, key: string, until: AbortSignal): Promise<void> {
  const { simulateVisitors } = await import('../../../demo/public-site/people.ts');
  await simulateVisitors(address, key, { until });
}

/**
 * Returns the public site's API key, stored beside the simulators' files; makes a key if there is no valid one; null if no
 * partner is the public site.
 */
async function keyOfPublicSite(db: Db, dataDir: string): Promise<string | null> {
  const partner = await db
    .selectFrom('api_users')
    .select('id')
    .where('is_public_site', '=', true)
    .orderBy('id')
    .executeTakeFirst();
  if (!partner) return null;
  const file = join(dataDir, 'outside', 'public-site.key');
  const known = await readFile(file, 'utf8').catch(() => '');
  const isGood = db
    .selectFrom('api_keys')
    .select('id')
    .where('key_hash', '=', hashOf(known))
    .where('withdrawn_at', 'is', null);
  if (await isGood.executeTakeFirst()) return known;
  const key = randomBytes(32).toString('base64url');
  await db
    .with('withdrawn', (to) =>
      to
        .updateTable('api_keys')
        .set({ withdrawn_at: sql<string>`now()`, withdrawn_by: MADE_BY })
        .where('api_user_id', '=', partner.id)
        .where('made_by', '=', MADE_BY)
        .where('withdrawn_at', 'is', null),
    )
    .insertInto('api_keys')
    .values({ api_user_id: partner.id, key_hash: hashOf(key), key_end: key.slice(-4), made_by: MADE_BY })
    .execute();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, key, { mode: 0o600 });
  return key;
}
