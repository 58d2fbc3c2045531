/// Which signs people take for each other, made by `image/look-alikes`: do not edit.
///
/// From the confusables of UTS #39 as ICU 72 has them (Unicode 15.0; © Unicode, Inc., see `image/package/copyright`),
/// cut down to the scripts of `NameScript` and changed so that `i`, `l` and `1` are one.
enum LookAlikes {
    /// What each of them stands for where names are compared.
    static let ends: [Unicode.Scalar: String] = {
        var ends: [Unicode.Scalar: String] = [:]
        for group in table.split(separator: ",") {
            let codes = group.split { $0 == " " || $0 == "\n" }.map { word in
                word.split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            }
            guard let end = codes.first else { continue }
            for scalar in codes.dropFirst().joined() { ends[scalar] = String(String.UnicodeScalarView(end)) }
        }
        return ends
    }()

    /// An end, and the signs that have it: code points in hexadecimal.
    private static let table = """
        27 60 b4 2b9 2bc 2be 384 55a 55d 5d9 1fbd 1fbf 1ffe, 27+27 22 5f2, 27+62 181, 27+64 18a, 27+6e 149,
        27+70 1a4, 27+74 1ac, 27+79 1b3, 2a 66d, 2c 66b, 2d 6d4, 2e 660, 2f 30ce 4e3f, 32 1a7 3e8, 32+335
        1bb, 33 1b7 21c 417 4e0, 33+326 498, 35 1bc, 36 431, 38 222 223 9ea a6a, 39 9ed a67 d6d, 3a 5c3 903
        a83, 3d 30a0, 3f 97d, 5c 4e36, 61 391 3b1 410 430, 61+65 c6 e6 4d4 4d5, 61+309 1e9a, 62 184 392 412
        42c, 62+6c 42b, 62+304 182 183 411, 62+314 253, 62+335 180 462 463 48c 48d, 63 3f2 3f9 421 441,
        63+27 187, 63+326 4aa 4ab, 64 500 501, 64+304 18b 18c, 64+314 257, 64+328 256, 64+335 d0 110 111
        189, 65 395 415 435 4bc 4bd, 65+328 4be 4bf, 66 17f 3dc 554 584 1e9d, 66+326 191 192, 67 18d 50c 551
        581, 67+27 193, 67+314 260, 67+335 1e4 1e5, 68 397 41d 4ba 4bb 540 570, 68+326 4c7 4c9, 68+329 4a2,
        68+335 126 127 40b 45b, 6a 37f 3f3 408 458, 6b 39a 41a, 6b+27 198, 6b+314 199, 6b+329 49a, 6b+335
        49e, 6c 31 49 69 7c 131 196 269 37a 399 3b9 406 456 4c0 4cf 5c0 5d5 5df 627 661, 6c+27 5f1, 6c+6a
        132 133, 6c+6c 5f0, 6c+6f 42e, 6c+335 197 19a 268, 6c+338 141 142, 6c+655 673, 6c+674 672 675, 6e
        39d 548 578 57c 1260, 6e+326 19d, 6e+329 19e 220 3b7, 6f 30 39f 3bf 3c2 3c3 3da 3db 41e 43e 555 585
        5e1 647 665 6be 6c1 6d5 966 9e6 a66 ae6 be6 c02 c66 c82 ce6 d02 d20 d66 d82 e50 ed0 101d 1040 10ff
        12d0, 6f+2f+6f 25 66a, 6f+65 152 153, 6f+335 19f 275 398 3b8 3d1 3f4 472 473 4e8 4e9, 6f+338 d8 f8,
        6f+d30+6f d5f, 6f+102c 1010, 70 3a1 3c1 3f1 420 440, 70+314 1a5, 71 51a 51b 533 536 563 566, 72 1a6
        433, 72+27 491, 72+6e 4d 6d 39c 3fa 41c, 72+6e+326 4cd, 72+335 493, 73 1bd 405 455 54f, 73+73 3b2
        3d0, 74 3a4 422, 74+314 1ad, 74+328 1ae, 74+329 4ac, 74+335 166 167, 75 1b2 28b 3c5 54d 57d 1200, 76
        3bd 474 475 5d8 667, 76+76 57 77 19c 26f 460 461 51c 51d 531 561, 76+76+486+487 47c 47d, 78 d7 3a7
        425 445, 78+329 4b2, 79 194 263 393 3a5 3b3 3d2 413 423 443 4ae 4af 10e7 1efe 1eff, 79+27 490,
        79+314 1b4, 79+335 492 4b0 4b1, 7a 396, 7a+326 224 225, 7a+335 1b5 1b6, 7e 1fc0, b7 30fb, fe 1bf 1f7
        3f7 3f8, 138 3ba 3f0 43a, 138+329 49b, 138+335 49f, 185 44c, 185+6c 44b, 195 50a, 1a8 3e9, 1dd 18f
        259 4d8 4d9, 21d 292 4e1 10f3, 237 545 575, 254 37b 3fd, 25c 437, 25c+326 499, 262 50d, 270 57a
        1223, 278 3a6 3c6 3d5 424 444 553 1240, 283 3a3, 28c 39b 41b 668, 28c+326 4c5, 28d 43c, 28d+326 4ce,
        299 432, 29c 43d, 29c+326 4c8 4ca, 29c+329 4a3, 2c9+62 42a 44a, 2cf 375, 300 953, 301 59c 59d 64e
        954, 302 311 65b, 303 342 653, 304 305 659, 306 30c 36e 658 65a, 306+307 310 901 981 a81 c00 c81
        d01, 307 358 5b9 5ba 5c1 5c2 5c4 902 a02 a82 bcd, 30a 366 5af 652 b82 e4d ecd 1036 17c6 17d3 309a
        309c, 30a+e32 e33, 30a+eb2 eb3, 30b 64b, 312 657, 313 315 64f, 314 65d, 323 5b4 5c5 65c 93c 9bc a3c
        abc, 325 f37, 326 321 327 339, 328 322 345, 329 656, 331 320 952, 333 347, 335 336, 338 337, 350
        357, 352 900, 3c0 41f 43f, 3c8 470 471, 436+329 496 497, 43b+326 4c6, 4b7 4cb 4cc, 571 1294, 596
        5ad, 598 5ae, 599 5a8, 59a 5a4, 60c 66c, 629 6c3, 62d+654 681, 62d+6db 685, 62f+615 688, 62f+6db
        68e, 631+306 692, 631+615 691, 631+6db 698, 633+6db 634, 635+6db 69e, 637+6db 69f, 641 6a7, 643 6a9
        6aa, 643+6db 6ad, 644+306 6b5, 644+6db 6b7, 648+302 6c9, 648+306 6c6, 648+313 6c7, 648+313+674 677,
        648+670 6c8, 648+6db 6cb, 649 64a 66e 6ba 6cc 6d2, 649+302 63d, 649+306 6ce, 649+615 679 6bb,
        649+674 678, 649+6db 62b 63f 67e 6bd 6d1, 650 317, 655 65f, 669 967, 670 30d, 67b 6d0, 68a+615 68b,
        6a1 66f, 6a1+6db 6a4 6a8, 6af+6db 6b4, 905+93e 906, 905+93e+946 912, 905+93e+947 913, 905+93e+948
        914, 905+946 904, 905+949 911, 90f+945 90d, 90f+946 90e, 90f+947 910, 930+94d+907 908, 93d abd, 941
        ac1, 942 ac2, 946 a4b, 94d a4d acd, 964+964 965, 968 ae8, 969 ae9, 96a aea, 96e aee, 970 af0, 971
        d4e, 983 a03 c03 c83 d03 d83 1038, 985+9be 986, 98b+9c3 9e0 9e1, a05+a3e a06, a05+a48 a10, a05+a4c
        a14, a72+a3f a07, a72+a40 a08, a72+a47 a0f, a73+a41 a09, a73+a42 a0a, a85+abe a86, a85+abe+ac5 a91,
        a85+abe+ac7 a93, a85+abe+ac8 a94, a85+ac5 a8d, a85+ac7 a8f, a85+ac8 a90, b85 bee, b88 bb0 bbe,
        b88+bc1 beb, b89 be8 d09, b89+bb3 b8a, b89+d57 d0a, b8e bed, b8e+bb5 bf7, b90 b9c d1c, b95 be7, b9a
        bea, b9a+bc1 bec, b9a+bc2 bf2, b9f+bbf d3a, ba3 d23, ba8+bc0 bfa, ba9 bc8, bae+bc0 bf4, baf bf0, bb3
        bd7, bb4 d34, bb6 d36, bb7 bf8, bbf d3f d40, bf3 bf5, c05 c85, c06 c86, c07 c87, c0b+c3e c60,
        c0c+c3e c61, c12 c92, c12+c4c c14 c94, c12+c55 c13 c93, c1c c9c, c1e c9e, c21+323 c22, c23 ca3,
        c27+5bc c25, c2c+323 c2d, c2f caf, c30+5bc c20, c31 cb1, c32 cb2, c35+323 c37, c35+c3e c39, c35+c41
        c2e, c41+c3e c42, c43+c3e c44, c67 ce7, c68 ce8, c6f cef, c8c+cbe ce1, d07+d57 d08, d0e+d46 d10,
        d12+d3e d13, d12+d57 d14, d1e d61, d26+d4d+d30 d6b, d28+d41 d0c d19 d79, d28+d4d d6f d7b,
        d28+d4d+d28 d6c, d28+d4d+d2e d5a, d30 d31, d30+d4d d6a d7c, d35+d4d+d30 d6e, d39+d4d+d2e d76, d41
        d42 d43, d46+d46 d48, da2 dea, daf deb, de8+dcf de9, de8+dd3 def, e02 e03, e04 e14 e15, e06 e21, e08
        e88, e0a e0b, e0e e0f, e11 e17, e1a e9a, e1b e9b, e1d e9d, e1e e9e, e1f e9f, e20 e26, e22 e8d, e2f
        17d4, e32 e45, e34 17b7, e35 17b8, e36 17b9, e37 17ba, e38 eb8, e39 eb9, e40+e40 e41, e48 ec8 17cb,
        e49 ec9, e4a eca, e4b ecb, e4f 17d9, e5a 17d5, e5b 17da, f0d+f0d f0e, f1a+f1a f1b, f1a+f1d f1f,
        f1d+f1a fce, f1d+f1d f1e, f60+f74+f82+f14 f03, f60+f74+f82+f7f f02, f62 f6a, f68+f7c+f7e f00,
        1002+102c 1000, 1002+103e 1081, 1003+103e 1070, 1015+102c 101f, 1015+102c+103e 106f, 1015+103e 1066,
        101e+103c 1029, 101e+103c+1031+102c+103a 102a, 1041 1065, 104a+104a 104b, 107d+103e 107e, 1083+30a
        109e, 1206 544, 1261 54c, 12ae 53b, 1323 54a, 17a2 17a3, 1d0e 376 377 418 438, 1d0e+326+300 48a,
        1d0e+326+306 48b, 1d19 42f 44f, 1d1b 3c4 442, 1d1b+329 4ad, 1e9f 394 3b4 53e 56e, 2202+335 f0, 276c
        304f 21fe8, 2c76 370, 3078 30d8, 3099 309b, 30b3+535c 30ff, 30fc 4e00, 3588 439b, 363d 39b3, 3a41
        6409, 3ada 66f6, 3b35 80f6, 3b3a 5e50, 3b3b 4420, 3ba3 69e9, 4039 9fc3, 403f 6663, 4443 6726, 46b6
        8a1e, 4e8c 30cb, 4ebb 30a4, 4f75 5002, 5024 503c, 516b 30cf, 529b 30ab, 534d fd6, 5350 fd5, 535c
        30c8, 53e3 30ed 56d7, 5553 555f, 571f 58eb, 5861 586b, 58ab 58ff, 5915 30bf, 5aaf 5b00, 5de5 30a8,
        5e21 5e32, 6236 6238, 665a 6669, 670c 80a6, 670f 80d0, 6710 80ca, 6713 8101, 6718 8127, 6723 81a7,
        676e 67ff, 699d 6a27, 6e88 6f59, 7814 784f, 7d55 7d76, 80fc 8141, 848d 853f, 8637 8641, 8a2e 8a7d,
        8b86 8b8f, 8c5c 8c63, 8d7f 8d86, 8de5 8dfa, 8e97 8e9b, 8eff 8f27, 90ce 90de, 93ad 93ae, 96b7 96b8,
        9e42 9e43, 9ed1 9ed2, a73f 37d 3ff, a793 190 25b 3b5 3f5 404 454 510 511
        """
}
