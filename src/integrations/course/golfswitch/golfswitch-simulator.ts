import { addDays, daysBetween } from '../../../contract/dates.ts';
import type { SimulatorRequest, SimulatorAnswer } from '../../simulator.ts';
import {
  answerCourseRequest,
  slotsWithQuirk,
  SIMULATOR_ACCOUNT,
  type SimulatorState,
  type RequestedCourse,
} from '../simulator/simulator-state.ts';
import { NO_RESERVATION_TEXT, CANCELED_TOO_LATE_TEXT } from '../simulator/reservations.ts';
import type { SimulatedSlot } from '../simulator/tee-sheet.ts';
import { GOLFSWITCH_NAMESPACE } from './golfswitch.ts';
import { findElement, parseXml, elementText, type XmlElement } from './soap.ts';

/** Creates a simulator of Golfswitch's SOAP service: one address, with the operation in the body. */
export function golfswitchSimulator(shared: SimulatorState) {
  return async ({ method, text, headers }: SimulatorRequest): Promise<SimulatorAnswer> => {
    if (method !== 'POST' || !String(headers['content-type']).startsWith('text/xml'))
      return fault('Client', 'Send a SOAP envelope.');
    const [operation] = findElement(parseXml(text), 'Body')?.children ?? [];
    if (!operation || headers['soapaction'] !== `"${GOLFSWITCH_NAMESPACE}${operation.name}"`)
      return fault('Client', 'Server did not recognize the value of HTTP Header SOAPAction.');
    if (elementText(findElement(operation, 'Hdr'), 'ResellerId') !== SIMULATOR_ACCOUNT.resellerId)
      return result(operation.name, '<RetCd>3</RetCd><RetMsg>Invalid ResellerId</RetMsg>');
    const request = findElement(operation, 'Req');
    if (operation.name === 'CancelGolf') return cancel(shared, request);
    if (operation.name !== 'CourseAvail') return fault('Client', 'No such operation.');
    const search = findElement(request, 'CourseAvailRequest');
    return answerCourseRequest(
      shared,
      { system: 'golfswitch', isXml: true },
      elementText(search, 'CourseId') ?? '',
      {
        good: (played) => available(shared, played, search),
        unknown: () => result('CourseAvail', '<RetCd>0</RetCd><RetMsg/><Courses/>'),
      },
    );
  };
}

const envelope = (status: number, body: string): SimulatorAnswer => ({
  status,
  text: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  type: 'text/xml; charset=utf-8',
});
const fault = (code: 'Client' | 'Server', message: string): SimulatorAnswer =>
  envelope(
    500,
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${message}</faultstring></soap:Fault>`,
  );
const result = (operation: string, inner: string): SimulatorAnswer =>
  envelope(
    200,
    `<${operation}Response xmlns="${GOLFSWITCH_NAMESPACE}"><${operation}Result>${inner}</${operation}Result></${operation}Response>`,
  );

function available(
  shared: SimulatorState,
  played: RequestedCourse,
  search: XmlElement | null,
): SimulatorAnswer {
  const { course, quirk } = played;
  if (quirk === 'fault') return fault('Server', 'Server was unable to process request.');
  if (quirk === 'error_in_200')
    return result('CourseAvail', '<RetCd>7</RetCd><RetMsg>Supplier timeout</RetMsg>');
  if (quirk === 'left_out') return result('CourseAvail', '<RetCd>0</RetCd><RetMsg/><Courses/>');
  const item = quirk === 'no_item' ? '<rc>12</rc><msg>Course not found</msg>' : '<rc>0</rc><msg/>';
  const facts =
    `<id>${course.id}</id><xid>X${course.number}</xid><nm>Stand-in ${course.number}</nm>${item}` +
    `<advDays>${course.days}</advDays><insideDays>${quirk === 'from_tomorrow' ? 1 : 0}</insideDays>` +
    `<onReq>${quirk === 'on_request'}</onReq><curr>USD</curr>`;
  const dates = quirk === 'no_item' ? '' : datesOf(shared, played, search);
  return result(
    'CourseAvail',
    `<RetCd>0</RetCd><RetMsg/><Courses><caCourse>${facts}<Dates>${dates}</Dates></caCourse></Courses>`,
  );
}

function datesOf(shared: SimulatorState, played: RequestedCourse, search: XmlElement | null): string {
  const [from = '', to = ''] = ['PlayBegDate', 'PlayEndDate'].map((name) =>
    (elementText(search, name) ?? '').slice(0, 10),
  );
  const isAll = elementText(search, 'ShowAllTimes') === 'true';
  const players = Number(elementText(search, 'Players') ?? 1);
  const days = Array.from({ length: Math.min(daysBetween(from, to), 7) + 1 }, (_, at) => addDays(from, at));
  return days
    .map((date) => {
      const slots = slotsWithQuirk(shared, played, date)
        .slots.filter(({ side, holes }) => side === 'Front' && holes.includes(18))
        .filter(({ sizes }) => isAll || sizes.includes(players));
      // Without ShowAllTimes, the real system lists only the few nearest times.
      const listed = played.quirk === 'one_time' ? slots.slice(0, 1) : isAll ? slots : slots.slice(0, 3);
      const day = listed[0]?.date ?? date;
      const times = listed.map((slot) => timeOf(slot, played)).join('');
      return `<alDate><dt>${day}T00:00:00</dt><Times>${times}</Times></alDate>`;
    })
    .join('');
}

function timeOf(slot: SimulatedSlot, { quirk }: RequestedCourse): string {
  const name = quirk === 'other_name' ? 'alTime' : 'caTime';
  // The number 710 means ten past seven.
  const tm = Number(slot.time.replace(':', ''));
  const allow = [1, 2, 3, 4].map((party) => (slot.sizes.includes(party) ? 'Y' : 'N')).join('');
  const amount = (cents: number) => (cents / 100).toFixed(4);
  const fee = slot.raw_green_fee[18];
  const regular = quirk === 'renamed' ? 'ppListPrice' : 'ppRegPrice';
  return (
    `<${name}><tm>${tm}</tm><allow>${allow}</allow><ppPrice>${amount(fee)}</ppPrice><${regular}>${amount(fee + 1500)}</${regular}>` +
    `<ppTxnFee>${amount(250)}</ppTxnFee><ppCharge>${amount(1550)}</ppCharge><ppNonRef>${amount(250)}</ppNonRef>` +
    `<ppNetRt>${amount(fee - 1000)}</ppNetRt><curr>USD</curr><chrgCurr>${quirk === 'other_currency' ? 'CAD' : 'USD'}</chrgCurr>` +
    `<inc>Cart &amp; range</inc><info/><flags>F${slot.place}</flags></${name}>`
  );
}

async function cancel(
  { reservations }: SimulatorState,
  request: XmlElement | null,
): Promise<SimulatorAnswer> {
  const refused = (code: number, message: string) =>
    result('CancelGolf', `<RetCd>${code}</RetCd><RetMsg>${message}</RetMsg>`);
  const course_ref = elementText(request, 'CourseId') ?? '';
  const confirmation = elementText(request, 'ConfirmationNo') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}T/.test(elementText(request, 'TeeDate') ?? ''))
    return refused(9, 'TeeDate is required.');
  switch (await reservations.cancel({ system: 'golfswitch', course_ref, confirmation })) {
    case 'hang':
      return 'hang';
    case 'failed':
      return fault('Server', 'Server was unable to process request.');
    case 'too_late':
      return refused(21, CANCELED_TOO_LATE_TEXT);
    case 'unknown':
      return refused(22, NO_RESERVATION_TEXT);
    case 'already':
      return refused(23, 'This booking was already cancelled.');
    default:
      return result(
        'CancelGolf',
        '<RetCd>0</RetCd><RetMsg/><cancellationNo>C-1</cancellationNo><totCcCredited>0.0000</totCcCredited>',
      );
  }
}
