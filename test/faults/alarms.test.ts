import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/process/root.ts';
import { isInstalled } from '../support/programs.ts';

const RULES = join(projectRoot, 'deploy', 'prometheus-alarms.yml');
const CONFIGURATION = join(projectRoot, 'deploy', 'prometheus-ric.yml');
const folder = mkdtempSync(join(tmpdir(), 'ric-alarms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = isInstalled('promtool', '--version', 'whether the alarms are raised');

function promtool(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/**
 * An alarm rule with two metric series, one that must not raise the alarm and one that must, in promtool's notation: a
 * value, and its growth per minute.
 */
type Sign = { alarm: string; series: string; quiet: string; fires: string };
const oldest = (of: string) => `ric_oldest_seconds{of="${of}"}`;
const SIGNS: Sign[] = [
  { alarm: 'RicNotAnswering', series: 'up{job="ric"}', quiet: '1+0x240', fires: '0+0x240' },
  { alarm: 'RicFiguresMissing', series: 'ric_figures_up', quiet: '1+0x240', fires: '0+0x240' },
  { alarm: 'RicLedgerMismatch', series: 'ric_ledger_mismatches', quiet: '0+0x240', fires: '1+0x240' },
  { alarm: 'RicPaymentsUndecided', series: oldest('payments'), quiet: '200+0x240', fires: '400+0x240' },
  { alarm: 'RicOperationsOpen', series: oldest('operations'), quiet: '900+0x240', fires: '1300+0x240' },
  { alarm: 'RicGatewayAway', series: 'ric_gateway_away', quiet: '0+0x240', fires: '1+0x240' },
  // A backup age of a day and an hour is fine; a day and three hours raises the alarm.
  { alarm: 'RicBackupOld', series: 'ric_backup_age_seconds', quiet: '90000+0x240', fires: '97200+0x240' },
  // The metric is missing in the second series, because no backup is known.
  { alarm: 'RicBackupOld', series: 'ric_backup_age_seconds', quiet: '60+60x240', fires: '_x240' },
  { alarm: 'RicAuditUnsealed', series: oldest('audit'), quiet: '2+0x240', fires: '400+60x240' },
  { alarm: 'RicReplicaBehind', series: 'ric_replica_lag_bytes', quiet: '1e6+0x240', fires: '1e8+0x240' },
  // The second series is infinite, because the replica does not answer.
  { alarm: 'RicReplicaBehind', series: 'ric_replica_lag_bytes', quiet: '0+0x240', fires: 'Inf+0x240' },
  { alarm: 'RicDiskFull', series: 'ric_disk_free_ratio', quiet: '0.2+0x240', fires: '0.05+0x240' },
  {
    alarm: 'RicScrapesFailing',
    series: 'ric_scrape_success_age_seconds',
    quiet: '1800+0x240',
    fires: '3700+0x240',
  },
  {
    alarm: 'RicGatheringStopped',
    series: 'ric_gathering_last_look_seconds',
    quiet: '600+0x240',
    fires: '1000+0x240',
  },
  { alarm: 'RicLettersWaiting', series: oldest('letters'), quiet: '600+0x240', fires: '1000+0x240' },
  { alarm: 'RicLettersFailed', series: 'ric_letters{of="failed"}', quiet: '3+0x240', fires: '3+1x240' },
  { alarm: 'RicReportsWaiting', series: oldest('reports'), quiet: '900+0x240', fires: '2000+0x240' },
  { alarm: 'RicEventsWaiting', series: oldest('events'), quiet: '600+0x240', fires: '1000+0x240' },
  // The error series is added to a hundred good answers per minute.
  { alarm: 'RicErrors', series: 'ric_errors_total{status="500"}', quiet: '0+0x240', fires: '0+5x240' },
  // In the first series all requests take less than a tenth of a second; in the second, a fifth of them take longer than a
  // second.
  { alarm: 'RicSlow', series: 'ric_request_seconds_bucket{le="1"}', quiet: '0+100x240', fires: '0+80x240' },
  { alarm: 'RicDatabaseBusy', series: 'ric_database_waiting', quiet: '2+0x240', fires: '9+0x240' },
  {
    alarm: 'RicEventLoopLate',
    series: 'nodejs_eventloop_lag_p99_seconds',
    quiet: '0.1+0x240',
    fires: '0.9+0x240',
  },
  { alarm: 'RicMemory', series: 'process_resident_memory_bytes', quiet: '5e8+0x240', fires: '2e9+0x240' },
];
/** The other metric series that the alarm rules divide by. */
const BESIDE = [
  { series: 'ric_requests_total{status="200"}', values: '0+100x240' },
  { series: 'ric_request_seconds_bucket{le="5"}', values: '0+100x240' },
  { series: 'ric_request_seconds_bucket{le="+Inf"}', values: '0+100x240' },
];
const HOURS = '4h';

const alarms = readFileSync(RULES, 'utf8')
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text) => ({ alarm: text.slice(0, text.indexOf('\n')), text }));

/** Returns a promtool test that expects the alarm on or off after four hours of the given values; JSON is valid YAML. */
const after = ({ alarm, series }: Sign, values: string, isOn: boolean) => ({
  interval: '1m',
  input_series: [{ series, values }, ...BESIDE],
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alarm}",alertstate="firing"}) or vector(0)`,
      eval_time: HOURS,
      exp_samples: [{ labels: '{}', value: isOn ? 1 : 0 }],
    },
  ],
});

function tested(tests: object[], rules = RULES) {
  const file = join(folder, 'alarms.test.json');
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
  return promtool('test', 'rules', file);
}

describe('the alarms', () => {
  test.each(alarms)('$alarm says how urgent it is, what is wrong and what to do', ({ alarm, text }) => {
    expect(text).toMatch(/labels: \{ severity: (critical|warning) \}/);
    expect(text).toMatch(/^ +summary: \S/m);
    expect(text).toMatch(/^ +description: .{40}/m);
    expect(SIGNS.map((sign) => sign.alarm)).toContain(alarm);
  });
});

describe.skipIf(!isThere)('as Prometheus reads them, the alarms', () => {
  test('are rules without a mistake', () => {
    expect(promtool('check', 'rules', RULES)).toMatchObject({ status: 0 });
  });

  test('are read by a configuration without a mistake, under the name that they look for', () => {
    expect(promtool('check', 'config', CONFIGURATION)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/prometheus-alarms\.yml\s+SUCCESS: \d+ rules/) as unknown,
    });
    const text = readFileSync(CONFIGURATION, 'utf8');
    for (const [, job] of readFileSync(RULES, 'utf8').matchAll(/job="(\w+)"/g))
      expect(text).toContain(`job_name: ${job}`);
  });

  // The first errors come after four hours without errors, and the alarm must not be an hour late.
  test('are raised by the first errors that ever happen', () => {
    const sign = { alarm: 'RicErrors', series: 'ric_errors_total{status="500"}', quiet: '', fires: '' };
    expect(tested([after(sign, '0x230 5+5x10', true)])).toMatchObject({ status: 0 });
  });

  test.each(SIGNS)('$alarm is raised by $fires of $series and not by $quiet', (sign) => {
    expect(tested([after(sign, sign.quiet, false), after(sign, sign.fires, true)])).toMatchObject({
      status: 0,
    });
  });

  test('are not raised by a test that would pass anyway', () => {
    const [sign] = SIGNS;
    expect(sign && tested([after(sign, sign.quiet, true)]).status).toBe(1);
  });
});
