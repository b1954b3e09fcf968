import sax from 'sax';
import { unreadableAnswer } from '../reading/failure.ts';

/** An XML element without its namespace; `text` is the element's own text, without that of its children. */
export type XmlElement = { name: string; text: string; children: XmlElement[] };
/** The content of a SOAP request: a text, elements by name, or several elements of one name. */
export type SoapContent = string | { [name: string]: SoapContent | SoapContent[] };

const DEEPEST = 40;

/**
 * Parses an XML document. A document type declaration is rejected, because SOAP has none and its entities could be
 * used for an attack.
 */
export function parseXml(text: string): XmlElement {
  const parser = sax.parser(true, { position: false });
  const root: XmlElement = { name: '', text: '', children: [] };
  const open = [root];
  const top = (): XmlElement => open.at(-1) ?? root;
  parser.onopentag = ({ name }) => {
    if (open.length > DEEPEST) throw new Error('too deep');
    const element: XmlElement = { name: name.replace(/^.*:/, ''), text: '', children: [] };
    top().children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = (part) => void (top().text += part);
  parser.oncdata = (part) => void (top().text += part);
  parser.ondoctype = () => {
    throw new Error('a document type declaration');
  };
  parser.onerror = (error) => {
    throw error;
  };
  try {
    parser.write(text).close();
  } catch {
    throw unreadableAnswer('it is not XML', text);
  }
  const [document] = root.children;
  if (!document) throw unreadableAnswer('it is empty', text);
  return document;
}

/** Finds the first XML element along a path of element names, or null. */
export function findElement(element: XmlElement | null, ...names: string[]): XmlElement | null {
  const [name, ...rest] = names;
  if (element === null || name === undefined) return element;
  return findElement(element.children.find((child) => child.name === name) ?? null, ...rest);
}

/** Returns the trimmed text of the first child element with one of the names (spellings vary), or null. */
export function elementText(element: XmlElement | null, ...names: string[]): string | null {
  const found = element?.children.find((child) => names.includes(child.name));
  return found ? found.text.trim() : null;
}

/** Returns all child elements with one of the names. */
export const childElements = (element: XmlElement | null, ...names: string[]): XmlElement[] =>
  element?.children.filter((child) => names.includes(child.name)) ?? [];

/** Returns a SOAP 1.1 envelope around one operation. */
export function soapEnvelope(namespace: string, operation: string, sent: SoapContent): string {
  const body = `<${operation} xmlns="${escaped(namespace)}">${written(sent)}</${operation}>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

const written = (sent: SoapContent): string =>
  typeof sent === 'string'
    ? escaped(sent)
    : Object.entries(sent)
        .flatMap(([name, given]) =>
          (Array.isArray(given) ? given : [given]).map((one) => `<${name}>${written(one)}</${name}>`),
        )
        .join('');

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES.get(sign) ?? sign);
