import { expect, onTestFinished } from 'vitest';
import type { Company } from './database-app.ts';
import { startBalancer } from './middlemen.ts';
import { startOffice, type OfficeProcess } from './office-process.ts';
import type { Replicated } from './replicated.ts';

export type ReplicaOffice = { processes: OfficeProcess[]; addresses: string[]; address: string };

/** A start on a busy test machine takes longer than a company's would. */
const DATABASE_WAIT_MS = '10000';

/** Starts two processes of a company behind HAProxy; they end with the test. */
export async function openReplicaOffice(
  company: Company,
  servers: Pick<Replicated, 'url' | 'replica'>,
  settings: Record<string, string> = {},
): Promise<ReplicaOffice> {
  const processes = [1, 2].map(() =>
    startOffice({
      folder: company.folder,
      databaseUrl: servers.url,
      settings: {
        ...company.integrations,
        DATABASE_WAIT_MS,
        RECONCILE_EVERY_MS: '500',
        DATABASE_READ_URL: servers.replica.url,
        ...settings,
      },
    }),
  );
  onTestFinished(async () => void (await Promise.all(processes.map((one) => one.end('SIGKILL')))));
  const addresses = await Promise.all(processes.map((one) => one.address));
  const balancer = await startBalancer(addresses.map((one) => Number(new URL(one).port)));
  onTestFinished(balancer.stop);
  const address = `http://127.0.0.1:${balancer.port}`;
  const isServed = () => fetch(`${address}/api/health`).then(({ ok }) => ok);
  await expect.poll(() => isServed().catch(() => false), { timeout: 30_000 }).toBe(true);
  return { processes, addresses, address };
}
