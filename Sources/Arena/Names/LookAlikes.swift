import Core

/// Which signs people take for each other, made by `image/look-alikes`: do not edit.
///
/// From the confusables of UTS #39 as ICU 72 has them (Unicode 15.0; © Unicode, Inc., see `image/package/copyright`),
/// cut down to the blocks of `NameScriptTable` and changed so that `i`, `l` and `1` are one.
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
        21 1c3, 26 a778, 27 60 b4 2b9 2bb 2bc 2bd 2be 2bf 2c8 2ca 2cb 2f4 384 55a 55d 5d9 5f3 1fbd 1fbf 1ffe
        2018 2019 201b 2032 2035 a78b a78c ff40, 27+27 22 2ba 2dd 2ee 2f6 5f2 5f4 1cd3 3003, 27+62 181,
        27+64 18a, 27+6e 149, 27+70 1a4, 27+74 1ac, 27+79 1b3, 28 3014, 29 3015, 2a 66d, 2c b8 60d 66b, 2d
        2d7 58a 5be 6d4 1400 1806 2010 2011 2012 2013 2014 2015 207b 208b 2212 2e17 2e1a 2e3a 2e3b 2e40 2e5d
        fe31 fe32 fe58 10ead, 2e 660 6f0, 2f 2044 3033 30ce 4e3f ff89 1d23a, 32 1a7 3e8 a644 a75a, 32+335
        1bb, 33 1b7 21c 417 4e0 a76a a7ab 1d206, 33+2f+34 be, 33+326 498, 35 1bc, 36 431, 37 1d212, 38 222
        223 9ea a6a b03 1d3d, 39 9ed a67 b68 d6d a76e, 3a 2d0 2f8 589 5c3 903 a83 a789, 3c 2c2 1d236, 3d
        30a0, 3e 2c3 1d237, 3f 241 294 97d, 5c 4e36 1d20f 1d23b, 5e 2c4 2c6, 61 251 391 3b1 410 430 1d45
        2c6d, 61+61 a732 a733, 61+65 c6 e6 4d4 4d5 1d2d, 61+6f a734 a735, 61+75 a736 a737, 61+76 a738 a739
        a73a a73b, 61+79 a73c a73d, 61+309 1e9a, 62 184 392 412 42c a7b4, 62+6c 42b, 62+304 182 183 411,
        62+314 253, 62+335 180 243 462 463 48c 48d 1c87, 63 3f2 3f9 421 441 1c83 1d04, 63+27 187, 63+326 4aa
        4ab, 63+338 a2 23b 23c, 64 500 501, 64+7a 2a3, 64+7a+306 1c4 1c5 1c6, 64+21d 2a4, 64+291 2a5, 64+304
        18b 18c, 64+314 257, 64+328 256, 64+335 d0 110 111 189, 65 395 415 435 4bc 4bd, 65+328 4be 4bf,
        65+338 246 247, 66 17f 3dc 554 584 1e9d a798 a799 1d213, 66+66+6c fb03, 66+6c fb01, 66+74 fb05,
        66+14b 2a9, 66+326 191 192, 66+334 1d6e, 67 18d 261 50c 551 581 a7ac, 67+27 193, 67+314 260, 67+335
        1e4 1e5, 68 397 41d 4ba 4bb 540 570 1d78, 68+314 266 2b1 a694 a695 a7aa, 68+326 4c7 4c9, 68+329 4a2
        2c67, 68+335 126 127 40b 45b a7f8, 6a 37f 3f3 408 458 a7b2, 6a+335 248 249, 6b 39a 41a, 6b+27 198,
        6b+314 199, 6b+329 49a 2c69, 6b+335 49e a740, 6c 31 49 69 7c b9 131 196 1c0 269 26a 2db 37a 399 3b9
        406 456 4c0 4cf 5c0 5d5 5df 627 661 6f1 1d35 1d62 2071 2081 2160 2170 a646 a647 a7ae fe8d fe8e ff11
        ff29 ff49 1d22a, 6c+27 5f1, 6c+2f+32 bd, 6c+2f+34 bc, 6c+6a 132 133, 6c+6c 1c1 5f0 2161 2171,
        6c+6c+6c 2162 2172, 6c+6f 42e, 6c+73 2aa, 6c+76 2163 2173, 6c+78 2168 2178, 6c+7a 2ab, 6c+21d 26e,
        6c+303 fe81 fe82, 6c+328 26d, 6c+334 26b 2c62, 6c+335 197 19a 23d 268 1d7b 1d7c, 6c+338 141 142,
        6c+644+644+6f fdf2, 6c+654 fe83 fe84, 6c+655 673 fe87 fe88, 6c+674 672 675, 6e 39d 548 578 57c 1260
        1d245, 6e+326 19d, 6e+328 273, 6e+329 19e 220 3b7, 6e+334 1d70, 6f 30 39f 3bf 3c2 3c3 3da 3db 41e
        43e 555 585 5e1 647 665 6be 6c1 6d5 6f5 966 9e6 a66 ae6 b20 b66 be6 c02 c66 c82 ce6 d02 d20 d66 d82
        e50 ed0 101d 1040 10ff 12d0 1c82 1cbf 1d0f 1d11 2070 2080 3007 fba6 fba7 fba8 fba9 fbaa fbab fbac
        fbad fee9 feea feeb feec ff10, 6f+2f+6f 25 66a, 6f+2f+6f+6f 609, 6f+2f+6f+6f+6f 60a, 6f+65 152 153
        a7f9, 6f+6f a698 a699 a74e a74f, 6f+302 6ff, 6f+335 19f 275 398 3b8 3d1 3f4 472 473 4e8 4e9 a74a
        a74b 1d21a, 6f+338 d8 f8, 6f+654 fba4 fba5, 6f+d30+6f d5f, 6f+102c 1010, 6f+1d07 276, 70 3a1 3c1 3f1
        420 440 1d68, 70+314 1a5, 70+335 1d7d 2c63, 71 51a 51b 533 536 563 566, 71+314 2a0, 72 1a6 433 1d26
        1d216, 72+27 491, 72+6e 4d 6d 39c 3fa 41c 1d39 1d50 2098 216f 217f ff2d ff4d, 72+6e+326 271 4cd
        2c6e, 72+6e+334 1d6f, 72+328 27d 2c64, 72+329 27c, 72+334 1d72, 72+335 24c 24d 493, 73 1bd 405 455
        54f a731, 73+73 3b2 3d0 1d5d 1d66 a7b5, 73+328 282 a7c5, 73+334 1d74, 74 3a4 422, 74+33 a728, 74+66
        a777, 74+73 2a6, 74+21d a729, 74+255 2a8, 74+283 2a7, 74+314 1ad, 74+328 1ae, 74+329 4ac, 74+334
        1d75, 74+335 166 167, 74+338 23e, 75 1b2 28b 3c5 54d 57d 1200 1d1c a79f, 75+65 1d6b, 75+335 244
        1d7e, 76 3bd 474 475 5d8 667 6f7 1d20 1d20d, 76+6c 2165 2175, 76+6c+6c 2166 2176, 76+6c+6c+6c 2167
        2177, 76+76 57 77 19c 26f 2b7 460 461 51c 51d 531 561 1d21 1d42 1d5a ff37 ff57 1d222, 76+76+326 a760
        a761, 76+76+486+487 47c 47d, 78 d7 3a7 425 445 a7b3, 78+6c 216a 217a, 78+6c+6c 216b 217b, 78+329
        4b2, 79 194 263 28f 2e0 393 3a5 3b3 3d2 413 423 443 4ae 4af 10e7 1ca7 1d5e 1d67 1efe 1eff, 79+27
        490, 79+314 1b4, 79+335 a5 24e 24f 492 4b0 4b1, 7a 396 1d22 102f5, 7a+326 224 225, 7a+328 290,
        7a+334 1d76, 7a+335 1b5 1b6, 7e 2dc 1fc0, b0 2da, b7 16eb 2022 2027 2219 22c5 2e31 30fb a78f ff65
        10101, fe 1bf 1f7 3f7 3f8, 138 3ba 3f0 43a 1d0b, 138+329 49b, 138+335 49f, 185 44c a69d, 185+6c 44b,
        195 50a, 1a8 3e9 1d24 a645, 1dd 18f 259 4d8 4d9 1d4a 2094, 1dd+6f 1d14, 1dd+2de 25a, 21d 292 4e1
        10f3 1cb3 a76b, 237 545 575, 250 1d217, 254 37b 3fd 1d10, 25c 437 1d08, 25c+326 499, 262 50d, 270
        57a 1223, 278 3a6 3c6 3d5 424 444 553 1240 1d60 1d69, 27e+334 1d73, 283 3a3, 28a+335 1d7f, 28c 39b
        41b 668 6f8 1d27, 28c+326 4c5, 28d 43c 1d0d, 28d+326 4ce, 298 a668, 299 432 1c80, 29a a79c a79d, 29c
        43d, 29c+326 4c8 4ca, 29c+329 4a3, 2c1 2e4, 2c7 2d8 a67e, 2c9 af, 2c9+62 42a 44a 1c86 a69c,
        2c9+62+6c a650 a651, 2cf 375, 2ea 2fb, 2f3 3002, 300 953, 301 59c 59d 618 64e 954, 302 311 65b 1cd0,
        303 342 653, 304 305 659 1cd2, 306 30c 36e 658 65a a67c, 306+307 310 6e8 901 981 a81 b01 c00 c81
        d01, 307 358 5b9 5ba 5c1 5c2 5c4 6ec 8ea 902 a02 a82 bcd, 308 8eb, 309 302c, 30a 366 5af 652 6df b82
        e4d ecd 1036 17c6 17d3 2dea 309a 309c ff9f 11300, 30a+e32 e33, 30a+eb2 eb3, 30b 64b 8f0, 30e 1cda,
        312 657, 313 315 619 64f 8f3, 314 65d, 316 1ced, 323 5b4 5c5 65c 8ed 93c 9bc a3c abc b3c 1cdd, 324
        8ee 1cde, 325 f37 302d, 326 321 327 339, 328 322 345, 329 656 1cdc, 32b 1cd5, 32d 1cd9, 32e 1cd8,
        331 320 952, 333 347, 335 336, 338 337, 350 357 8f8 8ff, 352 900, 354 8f9, 355 8fa, 363 2df6, 364
        2df7, 368 2ded, 36f 2def, 3c0 41f 43f 1d28, 3c7 ab53, 3c8 470 471, 3c9 a64c a64d a7b6 a7b7, 436+329
        496 497, 43b 1d2b, 43b+326 4c6, 4b7 4cb 4cc, 4ff 1d202, 559 2d3, 571 1294, 596 5ad, 598 5ae, 599
        5a8, 59a 5a4, 60c 66c, 621+348 6fd, 628+654 8a1, 628+6db 751, 628+6e2 8b6, 629 6c3, 62d+654 681 772,
        62d+6db 685, 62f 102e1, 62f+302 6ee, 62f+324+323 8ae, 62f+615 688 fb88 fb89, 62f+6db 68e fb86 fb87,
        631+302 6ef, 631+306 692, 631+306+307 8b9, 631+615 691 fb8c fb8d, 631+654 76c, 631+6db 698 fb8a
        fb8b, 632+302 8b2, 633+302 77e, 633+6db 634 feb5 feb6 feb7 feb8, 635 102f2, 635+324+323 8af, 635+6db
        69e, 637 102e8, 637+6db 69f, 639 60f, 641 6a7, 643 6a9 6aa fb8e fb8f fb90 fb91, 643+6db 6ad 763 fbd3
        fbd4 fbd5 fbd6, 644+6c fefb fefc, 644+6c+303 fef5 fef6, 644+6c+654 fef7 fef8, 644+6c+655 fef9 fefa,
        644+306 6b5, 644+6db 6b7, 645+348 6fe, 645+6db 8a7, 646+306 769, 646+615 768, 648 8b1 102e4, 648+302
        6c9 fbe2 fbe3, 648+306 6c6 fbd9 fbda, 648+313 6c7 fbd7 fbd8, 648+313+674 677 fbdd, 648+670 6c8 fbdb
        fbdc, 648+6db 6cb fbde fbdf, 649 64a 66e 6ba 6cc 6d2 8bd fb9e fb9f fbae fbaf fbfc fbfd fbfe fbff
        fef1 fef2 fef3 fef4, 649+302 63d, 649+306 6ce 756, 649+306+307 8ba, 649+615 679 6bb fb66 fb67 fb68
        fb69 fba0 fba1 fba2 fba3, 649+654 8a8 fbb0 fbb1 fe89 fe8a fe8b fe8c, 649+654+6c fbea fbeb,
        649+654+6f fbec fbed, 649+654+648 fbee fbef, 649+654+648+306 fbf2 fbf3, 649+654+648+313 fbf0 fbf1,
        649+654+648+670 fbf4 fbf5, 649+654+649 fbf9 fbfa fbfb, 649+654+67b fbf6 fbf7 fbf8, 649+674 678,
        649+6db 62b 63f 67e 6bd 6d1 fb56 fb57 fb58 fb59 fe99 fe9a fe9b fe9c, 649+6db+6e2 8b7, 64c 8e5 8e8
        8f1, 64d 8f2, 650 317 61a, 655 65f, 662 6f2, 663 6f3, 664 6f4, 666 6f6, 669 6f9 967, 670 30d, 67b
        6d0 fbe4 fbe5 fbe6 fbe7, 68a+615 68b, 697+615 771, 6a1 66f 8bb 8bc, 6a1+6db 6a4 6a8 fb6a fb6b fb6c
        fb6d, 6a2+6db 8a4, 6ac 762, 6af 8b0, 6af+6db 6b4, 6db 20db, 754 767 8a9, 905+93e 906, 905+93e+946
        912, 905+93e+947 913, 905+93e+948 914, 905+946 904, 905+949 911, 90f+945 90d, 90f+946 90e, 90f+947
        910, 930+94d+907 908, 93d abd, 941 ac1, 942 ac2, 946 a4b, 94d a4d acd, 964+964 965, 968 ae8, 969
        ae9, 96a aea, 96e aee, 970 af0, 971 2d9 d4e, 983 a03 c03 c83 d03 d83 1038, 985+9be 986, 98b+9c3 9e0
        9e1, a05+a3e a06, a05+a48 a10, a05+a4c a14, a72+a3f a07, a72+a40 a08, a72+a47 a0f, a73+a41 a09,
        a73+a42 a0a, a85+abe a86, a85+abe+ac5 a91, a85+abe+ac7 a93, a85+abe+ac8 a94, a85+ac5 a8d, a85+ac7
        a8f, a85+ac8 a90, b05+b3e b06, b85 bee, b88 bb0 bbe, b88+bc1 beb, b89 be8 d09, b89+bb3 b8a, b89+d57
        d0a, b8e bed, b8e+bb5 bf7, b90 b9c d1c, b95 be7, b9a bea, b9a+bc1 bec, b9a+bc2 bf2, b9f+bbf d3a, ba3
        d23, ba8+bc0 bfa, ba9 bc8, bae+bc0 bf4, baf bf0, bb3 bd7, bb4 d34, bb6 d36, bb7 bf8, bbf d3f d40,
        bf3 bf5, c05 c85, c06 c86, c07 c87, c0b+c3e c60, c0c+c3e c61, c12 c92, c12+c4c c14 c94, c12+c55 c13
        c93, c1c c9c, c1e c9e, c21+323 c22, c23 ca3, c27+5bc c25, c2c+323 c2d, c2f caf, c30+5bc c20, c31
        cb1, c32 cb2, c35+323 c37, c35+c3e c39, c35+c41 c2e, c41+c3e c42, c43+c3e c44, c67 ce7, c68 ce8, c6f
        cef, c8c+cbe ce1, d07+d57 d08, d0e+d46 d10, d12+d3e d13, d12+d57 d14, d1e d61, d26+d4d+d30 d6b,
        d28+d41 d0c d19 d79, d28+d4d d6f d7b, d28+d4d+d28 d6c, d28+d4d+d2e d5a, d30 d31, d30+d4d d6a d7c,
        d35+d4d+d30 d6e, d39+d4d+d2e d76, d41 d42 d43, d46+d46 d48, da2 dea, daf deb, de8+dcf de9, de8+dd3
        def, e02 e03, e04 e14 e15, e06 e21, e08 e88, e0a e0b, e0e e0f, e11 e17, e1a e9a, e1b e9b, e1d e9d,
        e1e e9e, e1f e9f, e20 e26, e22 e8d, e2f 17d4, e32 e45, e34 17b7, e35 17b8, e36 17b9, e37 17ba, e38
        eb8, e39 eb9, e40+e40 e41, e48 ec8 17cb, e49 ec9, e4a eca, e4b ecb, e4f 17d9, e5a 17d5, e5b 17da,
        f0d+f0d f0e, f1a+f1a f1b, f1a+f1d f1f, f1d+f1a fce, f1d+f1d f1e, f60+f74+f82+f14 f03,
        f60+f74+f82+f7f f02, f62 f6a, f68+f7c+f7e f00, 1002+102c 1000, 1002+103e 1081, 1003+103e 1070,
        1015+102c 101f, 1015+102c+103e 106f, 1015+103e 1066, 101e+103c 1029, 101e+103c+1031+102c+103a 102a,
        1041 1065, 104a+104a 104b, 107d+103e 107e, 1083+30a 109e, 1100+1100 3132 ffa2, 1100+1109 3133 ffa3,
        1102+1102 3165, 1102+1103 3166, 1102+1109 3167, 1102+110c 3135 ffa5, 1102+1112 3136 ffa6, 1102+1140
        3168, 1103+1103 3138 ffa8, 1105+1100 313a ffaa, 1105+1100+1109 3169, 1105+1103 316a, 1105+1106 313b
        ffab, 1105+1107 313c ffac, 1105+1107+1109 316b, 1105+1109 313d ffad, 1105+1110 313e ffae, 1105+1111
        313f ffaf, 1105+1112 3140 ffb0, 1105+1140 316c, 1105+1159 316d, 1106+1107 316e, 1106+1109 316f,
        1106+110b 3171, 1106+1140 3170, 1107+1100 3172, 1107+1103 3173, 1107+1107 3143 ffb3, 1107+1107+110b
        3179, 1107+1109 3144 ffb4, 1107+1109+1100 3174, 1107+1109+1103 3175, 1107+110b 3178, 1107+110c 3176,
        1107+1110 3177, 1109+1100 317a, 1109+1102 317b, 1109+1103 317c, 1109+1107 317d, 1109+1109 3146 ffb6,
        1109+110c 317e, 110b+1109 3182, 110b+110b 3180, 110b+1140 3183, 110c+110c 3149 ffb9, 1111+110b 3184,
        1112+1112 3185, 1161+4e28 3150 ffc3, 1163+4e28 3152 ffc5, 1165+4e28 3154 ffc7, 1167+4e28 3156 ffcb,
        1169+1161 3158 ffcd, 1169+1161+4e28 3159 ffce, 1169+4e28 315a ffcf, 116d+1163 3187, 116d+1163+4e28
        3188, 116d+4e28 3189, 116e+1165 315d ffd4, 116e+1165+4e28 315e ffd5, 116e+4e28 315f ffd6, 1172+1167
        318a, 1172+1167+4e28 318b, 1172+4e28 318c, 119e+4e28 318e, 1206 544, 1261 54c, 12ae 53b, 1323 54a,
        16cb 1d23f, 17a2 17a3, 18d6 1d3e, 18f3 2e1, 18f4 2b3, 18f5 2e2, 1d0e 376 377 418 438 1d20b,
        1d0e+326+300 48a, 1d0e+326+306 48b, 1d18 1d29, 1d19 42f 44f, 1d1b 3c4 442 1c84 1c85, 1d1b+329 4ad,
        1ddf 2de8, 1e9f 394 3b4 53e 56e 1d5f, 20b8 3012 3036, 20e9 a66f, 2144 1d21b, 2202+335 f0, 228f
        1d238, 2290 1d239, 276c 3008 304f 21fe8, 276d 3009, 27e6 301a, 27e7 301b, 2c76 370, 2dec 1dee, 3078
        30d8 ff8d, 3099 309b, 30b3+535c 30ff, 30fc 3161 4e00 a7f7 ffda, 30fc+4e28 3162 ffdb, 3588 439b, 363d
        39b3, 3a41 6409, 3ada 66f6, 3b35 80f6, 3b3a 5e50, 3b3b 4420, 3ba3 69e9, 4039 9fc3, 403f 6663, 4443
        6726, 46b6 8a1e, 4e28 3163 ffdc, 4e8c 30cb ff86, 4ebb 30a4 ff72, 4f75 5002, 5024 503c, 516b 30cf
        ff8a, 529b 30ab ff76, 534d fd6, 5350 fd5, 535c 30c8 ff84, 53e3 30ed 56d7 ff9b, 5553 555f, 571f 58eb,
        5861 586b, 58ab 58ff, 5915 30bf ff80, 5aaf 5b00, 5de5 30a8 ff74, 5e21 5e32, 6236 6238, 665a 6669,
        670c 80a6, 670f 80d0, 6710 80ca, 6713 8101, 6718 8127, 6723 81a7, 676e 67ff, 699d 6a27, 6e88 6f59,
        7814 784f, 7d55 7d76, 80fc 8141, 848d 853f, 8637 8641, 8a2e 8a7d, 8b86 8b8f, 8c5c 8c63, 8d7f 8d86,
        8de5 8dfa, 8e97 8e9b, 8eff 8f27, 90ce 90de, 93ad 93ae, 96b7 96b8, 9e42 9e43, 9ed1 9ed2, a4d5 a7b1
        1d21c, a4e4 a79e, a4f6 1d215 1d22b, a727 a795, a73f 37d 3ff, a76f 2079, a787 10a0, a793 190 25b 3b5
        3f5 404 454 510 511 1d4b 1d221, a7fb 1d230, 102a8 a69a, 102bc 1d214, 1043a a79a a79b
        """
}
