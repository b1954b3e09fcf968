// The HTML uses tables and inline styles, because some mail readers support nothing newer. Colors for dark mode are classes in
// a style sheet; a mail reader that ignores the style sheet shows the light colors.
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const NUMBERS = "font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace";
const INK = '#17211c';
const SOFT = '#55635b';
const RULE = '#dfe6e2';
const MARK = '#1d6b47';

const SHEET = `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .outer { padding: 0 !important; }
  .inner { padding: 24px 16px !important; }
  .card { border-width: 0 !important; border-radius: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #101412 !important; }
  .card { background: #1a201d !important; border-color: #2c3631 !important; }
  .panel { background: #16281f !important; }
  .note { background: #241f12 !important; border-color: #e3b04b !important; }
  .ticket { background: #16281f !important; border-color: #4fb286 !important; }
  .ink, .ink td { color: #e6ece8 !important; }
  .soft, .ink td.soft { color: #a3b0a9 !important; }
  .mark, .ink td.mark { color: #6bc49b !important; }
  .rule { border-color: #37423c !important; }
}
</style>`;

/** Returns template text that renders HTML only if a condition holds. */
export const htmlIf = (condition: string, html: string): string => `{% if ${condition} %}${html}{% endif %}`;

/** Returns a table row with a label and its value; the plain text has `label: value`. */
export const labelRow = (label: string, value: string): string =>
  `<tr><td class="soft" style="padding:5px 16px 5px 0;color:${SOFT};vertical-align:top">${label}</td><td style="padding:5px 0;text-align:right;vertical-align:top">${value}</td></tr>`;
/** Returns the table row with the total of the other rows. */
export const totalRow = (label: string, value: string): string =>
  `<tr><td class="rule" style="padding:12px 16px 8px 0;border-top:1px solid ${RULE};font-size:16px;font-weight:bold">${label}</td><td class="rule" style="padding:12px 0 6px;border-top:1px solid ${RULE};text-align:right;font-size:16px;font-weight:bold">${value}</td></tr>`;
/** Returns a number, such as a confirmation, in the type of numbers that are read out or typed. */
export const numberHtml = (text: string): string =>
  `<span class="mark" style="${NUMBERS};font-weight:bold;color:${MARK}">${text}</span>`;

export const rowsTable = (...rows: string[]): string =>
  `<table role="presentation" class="ink" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px;${FONT};font-size:14px;line-height:20px;color:${INK}">
${rows.join('\n')}
</table>`;

const framed = (look: string, style: string, rows: string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:separate;margin:0 0 24px"><tr><td class="${look}" style="padding:18px 20px;border-radius:8px;${style}">
<table role="presentation" class="ink" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;${FONT};font-size:15px;line-height:22px;color:${INK}">
${rows.join('\n')}
</table>
</td></tr></table>`;
/** Returns a tinted box with rows about the subject of the e-mail, such as the tee time. */
export const subjectBox = (...rows: string[]): string => framed('panel', 'background:#eef5f1', rows);
/** Returns a tinted box with a dashed border, for a voucher or gift certificate that is shown at the counter. */
export const counterBox = (...rows: string[]): string =>
  framed('ticket', `background:#eef5f1;border:2px dashed ${MARK}`, rows);
/** Returns the heading row of a box. */
export const boxHeadingRow = (name: string, ...below: string[]): string =>
  `<tr><td colspan="2" style="padding:0 0 10px"><strong style="font-size:19px;line-height:26px">${name}</strong>${below.join('')}</td></tr>`;
/** Returns a smaller line below a box's heading. */
export const headingDetail = (text: string): string =>
  `<br><span class="soft" style="font-size:13px;line-height:19px;color:${SOFT}">${text}</span>`;
/** Returns a table row with a label and a value in large type. */
export const largeValueRow = (label: string, value: string): string =>
  `<tr><td class="soft" style="padding:6px 16px 6px 0;color:${SOFT};vertical-align:middle">${label}</td><td class="mark" style="padding:6px 0;text-align:right;vertical-align:middle;font-size:32px;line-height:38px;font-weight:bold;color:${MARK}">${value}</td></tr>`;

export const paragraphHtml = (text: string): string =>
  `<p style="margin:0 0 18px;font-size:15px;line-height:23px">${text}</p>`;
/** Returns a highlighted paragraph for text that a person wrote, such as notes or a greeting. */
export const highlightedNote = (text: string): string =>
  `<p class="note" style="margin:0 0 24px;padding:12px 16px;background:#fff8e6;border-left:4px solid #c98a00;border-radius:4px;font-size:14px;line-height:21px">${text}</p>`;
export const smallPrint = (text: string): string =>
  `<p class="soft" style="margin:0;font-size:13px;line-height:19px;color:${SOFT}">${text}</p>`;
export const salutation = (person: string): string =>
  paragraphHtml(`{% if ${person} != '' %}Dear {{ ${person} }},{% else %}Hello,{% endif %}`);

/** Returns a whole template: the subject on its first line, and HTML with a card that is at most 600 pixels wide. */
export const emailTemplate = (
  subject: string,
  heading: string,
  ...body: string[]
): string => `Subject: ${subject}
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
${SHEET}
</head>
<body class="ground" style="margin:0;padding:0;background:#f1f4f2">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f4f2"><tr><td class="outer" align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid ${RULE};border-radius:12px">
<tr><td class="inner ink" style="padding:28px 32px 32px;${FONT};color:${INK}">
<p class="mark" style="margin:0 0 20px;font-size:13px;line-height:18px;font-weight:bold;letter-spacing:0.6px;color:${MARK}">{{ sender }}</p>
<h1 style="margin:0 0 18px;font-size:26px;line-height:32px;font-weight:bold;letter-spacing:-0.3px">${heading}</h1>
${body.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
