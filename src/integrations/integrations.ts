import { join } from 'node:path';
import type { CourseSystems } from './course/course-system.ts';
import { openCourseSystems, type CourseSystemSettings } from './course/open-course-systems.ts';
import { startBuiltInCrm } from './crm/built-in-crm.ts';
import type { Crm } from './crm/crm.ts';
import { pipedriveClient } from './crm/pipedrive.ts';
import { folderMailer } from './mail/mailbox-folder.ts';
import { folderImageStore } from './images/folder-images.ts';
import type { ImageStore } from './images/image-store.ts';
import type { Mailer } from './mail/mailer.ts';
import { CircuitBreaker, withCircuitBreaker } from './payment/breaker.ts';
import { builtInGatewayClient } from './payment/built-in-client.ts';
import { startBuiltInGateway, type GatewayDelays } from './payment/built-in-gateway.ts';
import {
  builtInCardFields,
  stripeCardFields,
  testCardTokenAddress,
  type CardFields,
} from './payment/fields/card-fields.ts';
import type { PaymentGateway } from './payment/gateway.ts';
import { webhookPoster, type WebhookPoster } from './webhooks/poster.ts';

export type IntegrationSettings = {
  dataDir: string;
  gatewayUrl: string | undefined;
  courseSystems: CourseSystemSettings;
  smtpUrl: string | undefined;
  mailFrom: string;
  officeUrl: string;
  stripeSecretKey: string | undefined;
  stripeApiUrl: string | undefined;
  stripePublishableKey: string | undefined;
  /** `on` if the Stripe account may flag mail and telephone orders. */
  stripeMoto: 'on' | 'off';
  /** `hosted` if staff type cards into the payment gateway's own fields, `direct` if into RIC. */
  cardEntry: 'hosted' | 'direct';
  pipedriveApiToken: string | undefined;
  pipedriveApiUrl: string | undefined;
  pipedriveDomain: string | undefined;
  s3Endpoint: string | undefined;
  s3Region: string;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
  paymentTryMs: number;
  crmTimeoutMs: number;
  webhookTryMs: number;
  webhookPrivateHosts: string[] | undefined;
  /** The delays of simulators that are started here; used by tests. */
  simulatorDelays?: Partial<GatewayDelays> | undefined;
};

/** The outside systems that RIC calls. */
export type Integrations = {
  gateway: PaymentGateway;
  /** The payment gateway's own card fields; null if staff type cards into RIC. */
  cardFields: CardFields | null;
  /**
   * The card fields for a partner's page, which turn a card into a token; the built-in gateway also has an address
   * that turns test cards into tokens.
   */
  partnerCards: CardFields & { tokensUrl: string | null };
  /**
   * The circuit breaker of the payment gateway: while it is open, nothing is sent, because the gateway recently
   * stopped answering.
   */
  breaker: Pick<CircuitBreaker, 'isOpen'>;
  crm: Crm;
  courses: CourseSystems;
  mailer: Mailer;
  images: ImageStore;
  /** Sends webhooks to partners. */
  webhooks: WebhookPoster;
  /** Stops the simulators that were started here; open requests to them are aborted. */
  close(): Promise<void>;
};

type Closing = (() => Promise<void>)[];

/**
 * Opens every outside system: the real one if its settings are set, a running simulator if its address is set, else a
 * simulator started here on the loopback address with its journal in `dataDir` (for course systems, only in the
 * demonstration company).
 */
export async function openIntegrations(settings: IntegrationSettings): Promise<Integrations> {
  const closing: Closing = [];
  const close = async () => {
    await Promise.all(closing.splice(0).map((one) => one()));
  };
  try {
    const breaker = new CircuitBreaker();
    const { gateway, fields } = await openGateway(settings, closing);
    return {
      gateway: withCircuitBreaker(gateway, breaker),
      cardFields: settings.cardEntry === 'hosted' ? fields : null,
      partnerCards: {
        ...fields,
        tokensUrl: gateway.name === 'built-in' ? testCardTokenAddress(fields) : null,
      },
      breaker,
      crm: await openCrm(settings, closing),
      courses: await openCourses(settings, closing),
      mailer: await openMailer(settings),
      images: await openImages(settings),
      webhooks: openWebhooks(settings),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the folder in which e-mails are stored if there is no mail server. */
export const mailboxFolder = (dataDir: string) => join(dataDir, 'mailbox');

/** Returns the folder in which pictures are stored if there is no bucket. */
export const imagesFolder = (dataDir: string) => join(dataDir, 'images');

/** Returns the path of the journal of a simulator that is started here. */
export const gatewayJournal = (dataDir: string, name: 'gateway') => join(dataDir, 'outside', `${name}.jsonl`);

type Opened = { gateway: PaymentGateway; fields: CardFields };
// The clients of the real systems load large packages, so each is imported only if its settings are set.
async function openGateway(settings: IntegrationSettings, closing: Closing): Promise<Opened> {
  const { stripeSecretKey, stripePublishableKey = '', gatewayUrl } = settings;
  if (stripeSecretKey) {
    const { stripeGateway } = await import('./payment/stripe/stripe.ts');
    return {
      gateway: stripeGateway({
        secretKey: stripeSecretKey,
        apiUrl: settings.stripeApiUrl,
        tryMs: settings.paymentTryMs,
        canFlagTelephoneOrders: settings.stripeMoto === 'on',
      }),
      fields: stripeCardFields(stripePublishableKey),
    };
  }
  const url = gatewayUrl ?? (await startedHere(closing, startGateway(settings)));
  return { gateway: builtInGatewayClient(url), fields: builtInCardFields(url) };
}

const startGateway = ({ dataDir, simulatorDelays }: IntegrationSettings) =>
  startBuiltInGateway({ file: gatewayJournal(dataDir, 'gateway'), delays: simulatorDelays, isLazy: true });

const openWebhooks = ({ webhookTryMs, webhookPrivateHosts }: IntegrationSettings): WebhookPoster =>
  webhookPoster({ tryMs: webhookTryMs, privateHosts: webhookPrivateHosts ?? [] });

async function openCrm(settings: IntegrationSettings, closing: Closing): Promise<Crm> {
  const { pipedriveApiToken, pipedriveApiUrl, pipedriveDomain, crmTimeoutMs } = settings;
  if (pipedriveApiToken) {
    const pages = pipedriveDomain ? `https://${pipedriveDomain}.pipedrive.com` : 'https://app.pipedrive.com';
    return pipedriveClient({
      apiUrl: pipedriveApiUrl ?? 'https://api.pipedrive.com',
      apiToken: pipedriveApiToken,
      pipeUrl: `${pages}/deal/`,
      timeoutMs: crmTimeoutMs,
    });
  }
  const apiUrl = await startedHere(closing, startBuiltInCrm());
  return pipedriveClient({
    apiUrl,
    apiToken: 'built-in',
    pipeUrl: `${apiUrl}/deal/`,
    timeoutMs: crmTimeoutMs,
  });
}

async function openCourses(settings: IntegrationSettings, closing: Closing): Promise<CourseSystems> {
  const { courseSystems, dataDir, simulatorDelays } = settings;
  const { courses, close } = await openCourseSystems(courseSystems, {
    dataDir,
    answerLateMs: simulatorDelays?.answerLateMs,
  });
  closing.push(close);
  return courses;
}

async function startedHere(
  closing: Closing,
  starting: Promise<{ url: string; close(): Promise<void> }>,
): Promise<string> {
  const started = await starting;
  closing.push(() => started.close());
  return started.url;
}

async function openMailer({ smtpUrl, mailFrom, officeUrl, dataDir }: IntegrationSettings): Promise<Mailer> {
  if (!smtpUrl) return folderMailer(mailboxFolder(dataDir));
  const { smtpMailer } = await import('./mail/smtp.ts');
  return smtpMailer({ url: smtpUrl, envelopeFrom: mailFrom, officeUrl });
}

async function openImages({
  s3Endpoint,
  s3Region,
  s3AccessKeyId,
  s3SecretAccessKey,
  dataDir,
}: IntegrationSettings): Promise<ImageStore> {
  if (!s3Endpoint || !s3AccessKeyId || !s3SecretAccessKey) return folderImageStore(imagesFolder(dataDir));
  const { s3ImageStore: s3Images } = await import('./images/s3-images.ts');
  return s3Images({
    endpoint: s3Endpoint,
    region: s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  });
}
