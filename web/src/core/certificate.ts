/** The certificate of what is proven about openings: a file of the app, which is loaded when it is needed. */
import url from '../../../crates/zertz-engine/proofs/37.txt?url';

export async function fetchCertificate(): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
  return response.text();
}
