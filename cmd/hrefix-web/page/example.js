// The document of the button "Try an example": a message with two pages, of which one is in
// quoted-printable and one in base64.

const exampleName = "walking-club.eml";

const examplePage = `<!DOCTYPE html>
<base href="https://maps.example/routes/2026/">
<p><a href="ridge.gpx">The ridge</a>, <a href="../2025/lake.gpx">the lake</a>,
<a href="https://weather.example/">the weather</a>.
`;

const exampleMessage = `From: Ann <ann@walks.example>
To: members@walks.example
Subject: The walks in May
Date: Fri, 1 May 2026 09:00:00 +0000
MIME-Version: 1.0
Content-Base: https://walks.example/news/may/
Content-Type: multipart/mixed; boundary="part"

--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<h1>The walks in May</h1>
<p>See <a href=3D"programme.html?day=3D9&amp;all=3D1">the programme</a>, or =
<a href=3D'../april/'>last month=E2=80=99s</a>.
<p><img src=3D/img/hills.jpg srcset=3D"/img/hills.jpg, /img/large.jpg 2x" alt=3D"Hills">
<p><a href=3D"https://weather.example/">The weather</a>,
<a href=3D"mailto:ann@walks.example">write to Ann</a>, <a href=3D"#top">top</a>.

--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

${btoa(examplePage).replace(/.{76}/g, "$&\n")}
--part--
`;
