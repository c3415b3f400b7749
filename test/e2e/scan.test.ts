import encodeQR from 'qr';
import { expect, test } from 'vitest';
import { giveSession, visit } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import { openTestSite, seededPeople } from '../support/journey.ts';
import { button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

/** A camera that looks at this QR code. */
const cameraOn = (code: string) => {
  const dots = encodeQR(code, 'raw', { border: 4 });
  return `
    const dots = ${JSON.stringify(dots)};
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 480;
      const context = canvas.getContext('2d');
      const size = 480 / dots.length;
      const draw = () => {
        context.fillStyle = 'white';
        context.fillRect(0, 0, 480, 480);
        context.fillStyle = 'black';
        dots.forEach((row, y) => row.forEach((dot, x) => dot && context.fillRect(x * size, y * size, size + 1, size + 1)));
      };
      setInterval(draw, 50);
      return canvas.captureStream(20);
    };`;
};

async function scannerOn(code: string) {
  const [sender] = (await seededPeople(site)).members;
  if (!sender) throw new Error('The demo data have no members.');
  const { page, errors } = await person('phone');
  await page.addInitScript(cameraOn(code));
  await giveSession(page, sender.email, sender.password);
  await visit(page, '/delivery-selection');
  await button(page, 'Scanner un colis').click();
  await button(page, 'Ouvrir la caméra').click();
  return { page, errors };
}

test('the code of a tracking page leads there', async () => {
  const { page, errors } = await scannerOn(`${site.origin}/delivery/12345678-1234-4234-8234-123456789012`);
  await page.getByText('Colis non trouvé').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/delivery/12345678-1234-4234-8234-123456789012');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the code of another site is refused, and the camera continues', async () => {
  const { page, errors } = await scannerOn('https://ailleurs.example/delivery/12345678-1234-4234-8234-123456789012');
  await page.getByText(/mène à un autre site \(ailleurs\.example\)\s: nous ne l'ouvrons pas/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/delivery-selection');
  expect(await page.locator('video').count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});
