// Hrefix-milter is a mail filter for Postfix and Sendmail (a milter) that makes the relative links of
// mail absolute, as hrefix abs -t message does, and changes no other byte. Its flags are in README.md;
// hrefix-milter --help lists them.
package main
