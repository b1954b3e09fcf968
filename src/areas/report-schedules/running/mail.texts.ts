import {
  emailTemplate,
  labelRow,
  boxHeadingRow,
  subjectBox,
  paragraphHtml,
  smallPrint,
  rowsTable,
  headingDetail,
  htmlIf,
} from '../../email-templates/layout.texts.ts';
import { renderEmail, type RenderedEmail } from '../../email-templates/render.texts.ts';

export type ReportEmailVariables = {
  sender: string;
  title: string;
  /** The period of the report: `Nov 16 2026 to Nov 22 2026, by day of creation, office time`. */
  period: string;
  /** The schedule's times in words: `Every Monday at 07:00`. */
  schedule: string;
  owner: string;
  /** The last line of the report's first sheet, which says if the report agrees with the ledger. */
  agrees: string;
  /** The file name of the report's workbook; `size` is formatted as `48 KB`. */
  file: string;
  size: string;
  /** True if the workbook is too large for an e-mail, which then contains a link to the report. */
  is_link: boolean;
  /** The address of the report's screen with the same days; it requires a sign-in. */
  link: string;
};

const anchor = (href: string, text: string): string =>
  `<a class="mark" href="${href}" style="color:#1d6b47;font-weight:bold">${text}</a>`;

/** Adds the link's address to the e-mail's plain text, which cannot contain links. */
const addressed = ({ text, ...rest }: RenderedEmail, { link }: { link: string }): RenderedEmail => ({
  ...rest,
  text: text.replace(/^.*in RIC$/m, (line) => `${line}: ${link}`),
});

const REPORT = emailTemplate(
  '{{ title }}, {{ period }}',
  '{{ title }}',
  subjectBox(
    boxHeadingRow('{{ period }}', headingDetail('{{ agrees }}')),
    labelRow('Workbook', '{{ file }}'),
    labelRow('Size', '{{ size }}'),
  ),
  htmlIf(
    'is_link',
    paragraphHtml(
      'This report is too large for a mail. Open it in RIC, where you sign in, and press Run Report for its workbook.',
    ),
  ),
  htmlIf('is_link == false', paragraphHtml('The workbook is attached.')),
  paragraphHtml(anchor('{{ link }}', 'Open it in RIC')),
  smallPrint(
    '{{ schedule }}, set up by {{ owner }}. Whoever set it up changes, pauses or removes it in RIC under Reports.',
  ),
);

/** Returns the e-mail with a scheduled report. */
export const reportEmail = (variables: ReportEmailVariables): RenderedEmail =>
  addressed(renderEmail(REPORT, variables), variables);

export type PausedScheduleVariables = Pick<ReportEmailVariables, 'sender' | 'title' | 'schedule' | 'link'> & {
  failures: number;
  reason: string;
};

const STOPPED = emailTemplate(
  '{{ title }} is mailed no longer: it failed {{ failures }} times in a row',
  '{{ title }} is paused',
  paragraphHtml('It could not be made {{ failures }} times in a row, so it is not tried again by itself.'),
  rowsTable(labelRow('Was mailed', '{{ schedule }}'), labelRow('What went wrong', '{{ reason }}')),
  paragraphHtml(
    `Once that is seen to, press Resume or Send now beside it. ${anchor('{{ link }}', 'Open Reports in RIC')}`,
  ),
);

/** Returns the e-mail that tells a schedule's owner that the schedule was paused after failures. */
export const pausedScheduleEmail = (variables: PausedScheduleVariables): RenderedEmail =>
  addressed(renderEmail(STOPPED, variables), variables);

/** Returns the notice that a schedule was paused after failures. */
export const pausedScheduleNotice = ({
  title,
  schedule,
  failures,
  reason,
}: PausedScheduleVariables): string =>
  `${title} (${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}) is mailed no longer: it failed ${failures} times in a row. ${reason}`;

/** Formats a file size: `812 bytes`, `48 KB`, `11.3 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
