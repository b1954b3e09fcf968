import type { CourseAdapter } from '../adapter.ts';
import type { CancellationAnswer } from '../course-system.ts';
import type { FullHttpAnswer } from '../reading/full-answer.ts';
import { sendCourseRequest, type CourseRequestContext } from '../reading/send-request.ts';
import { ScrapeFailed, unreadableAnswer } from '../reading/failure.ts';
import { GOLFSWITCH_FIELDS, parseGolfswitchAvailability } from './golfswitch-times.ts';
import {
  soapEnvelope,
  findElement,
  parseXml,
  elementText,
  type XmlElement,
  type SoapContent,
} from './soap.ts';

export type GolfswitchSettings = {
  /** The address of the SOAP service itself, `…/golfService.asmx`. */
  apiUrl: string;
  resellerId: string;
  partnerId?: string | undefined;
  accessKey?: string | undefined;
};

/** The XML namespace of the SOAP service; in case of doubt, its WSDL decides. */
export const GOLFSWITCH_NAMESPACE = 'http://golfswitch.com/';

/** Creates the adapter for Golfswitch's SOAP service. */
export function golfswitchAdapter(settings: GolfswitchSettings): CourseAdapter {
  return {
    hostOf: () => new URL(settings.apiUrl).host,
    reads: GOLFSWITCH_FIELDS,
    secrets: [settings.resellerId, settings.partnerId ?? '', settings.accessKey ?? ''],
    async readDay({ course, date, asking }) {
      const { result, answered } = await call(settings, asking, 'CourseAvail', {
        CourseAvailRequest: {
          CourseId: course.course_ref,
          PlayBegDate: `${date}T00:00:00`,
          PlayEndDate: `${date}T00:00:00`,
          Time: '0',
          Players: '1',
          AltRateType: '',
          PromoCode: '',
          // Without this parameter, the answer has only the times nearest to `Time` that take `Players`.
          ShowAllTimes: 'true',
          // Without this parameter, a course without times looks like an unknown course.
          ShowIfNoTimes: 'true',
          BarterOnly: 'false',
          ChargingOnly: 'false',
          SpecialsOnly: 'false',
          RegularRateOnly: 'false',
        },
      });
      const refusal = refusalOf(result);
      if (refusal) throw refusal;
      return parseGolfswitchAvailability(result, { course, date, now: asking.now(), text: answered.text });
    },
    cancel: ({ course, confirmation, play_date }, asking) =>
      cancel(settings, asking, {
        CourseId: course.course_ref,
        TeeDate: `${play_date}T00:00:00`,
        ConfirmationNo: confirmation,
        BookingId: '',
      }),
  };
}

async function call(
  settings: GolfswitchSettings,
  asking: CourseRequestContext,
  operation: string,
  request: SoapContent,
) {
  const sent = { Hdr: headerOf(settings), Req: request };
  const answered = await sendCourseRequest(
    asking,
    settings.apiUrl,
    {
      method: 'POST',
      headers: {
        accept: 'text/xml',
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${GOLFSWITCH_NAMESPACE}${operation}"`,
      },
      body: soapEnvelope(GOLFSWITCH_NAMESPACE, operation, sent),
      isOfDay: operation === 'CourseAvail',
    },
    [500],
  );
  return { result: resultOf(answered, operation), answered };
}

const headerOf = ({ resellerId, partnerId, accessKey }: GolfswitchSettings): SoapContent => ({
  ResellerId: resellerId,
  PartnerId: partnerId ?? '',
  SourceCd: 'A',
  Lang: 'en',
  // The golfer's IP address, if there is a golfer; a scrape has none.
  UserIp: '',
  UserSessionId: '',
  AccessKey: accessKey ?? '',
  Agent: '',
  gsSource: '',
  gsDebug: 'false',
});

/** Returns the element that contains `RetCd`; a SOAP fault comes with status 500. */
function resultOf({ status, text }: FullHttpAnswer, operation: string): XmlElement {
  if (status === 500 && !text.trimStart().startsWith('<'))
    throw new ScrapeFailed('broken', 'The system answered with an error (500).', { status });
  const body = findElement(parseXml(text), 'Body');
  const fault = findElement(body, 'Fault');
  if (fault) throw faultOf(elementText(fault, 'faultcode') ?? '', elementText(fault, 'faultstring') ?? '');
  if (status === 500)
    throw new ScrapeFailed('broken', 'The system answered with an error (500).', { status });
  const result = findElement(body, `${operation}Response`, `${operation}Result`);
  if (result === null || !/^-?\d+$/.test(elementText(result, 'RetCd') ?? ''))
    throw unreadableAnswer(`it has no result of ${operation}`, text);
  return result;
}

const faultOf = (code: string, message: string) =>
  code.endsWith('Client')
    ? new ScrapeFailed('refused', `Golfswitch does not take our request: ${message.slice(0, 200)}`)
    : new ScrapeFailed('broken', 'Golfswitch answered with a fault.');

/**
 * Returns the error in a result, or null. The HTTP status is always 200, so only `RetCd` tells; its codes are not
 * published, so the message decides.
 */
function refusalOf(result: XmlElement): ScrapeFailed | null {
  const code = elementText(result, 'RetCd') ?? '';
  if (Number(code) === 0) return null;
  const message = elementText(result, 'RetMsg') ?? '';
  const isSignIn = /resell|partner|access ?key|authori|login|credential/i.test(message);
  return isSignIn
    ? new ScrapeFailed('credentials', 'Golfswitch did not accept our sign-in.')
    : new ScrapeFailed('refused', `Golfswitch answered with code ${code}: ${message.slice(0, 200)}`);
}

async function cancel(
  settings: GolfswitchSettings,
  asking: CourseRequestContext,
  request: SoapContent,
): Promise<CancellationAnswer> {
  const { result, answered } = await call(settings, asking, 'CancelGolf', request);
  const message = elementText(result, 'RetMsg') ?? '';
  if (elementText(result, 'RetCd') !== '0') {
    if (/already/i.test(message)) return { state: 'canceled' };
    if (message === '') throw unreadableAnswer('it refuses without a word', answered.text);
    return { state: 'refused', message };
  }
  if (!elementText(result, 'cancellationNo'))
    throw unreadableAnswer('it has no cancellation number', answered.text);
  return { state: 'canceled' };
}
