/** Sends a picture as the script of the editor does. */
export async function uploadPicture(
  { publicUrl }: { readonly publicUrl: string },
  session: string,
  formId: string,
  file: File,
  headers: Readonly<Record<string, string>> = {},
) {
  const cookie = `session=${session}`;
  const page = await fetch(`${publicUrl}/forms/${formId}/edit`, { headers: { Cookie: cookie } });
  const [, csrf = ""] = /"csrf":"([^"]+)"/.exec(await page.text()) ?? [];
  const body = new FormData();
  body.set("image", file);
  const response = await fetch(`${publicUrl}/forms/${formId}/images`, {
    method: "POST",
    body,
    headers: { Cookie: cookie, Origin: publicUrl, "x-csrf-token": csrf, ...headers },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    reply: isJson ? (JSON.parse(text) as { id?: string; message?: string }) : {},
  };
}

export function fileOf(bytes: Buffer | string, name: string): File {
  return new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name);
}
